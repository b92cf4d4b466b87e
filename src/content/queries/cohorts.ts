import { getCollection } from "astro:content";
import { toCohort } from "~/content/schemas/cohort.ts";
import type { Cohort } from "~/domain/dates/cohort.ts";

/** Every cohort; its id is the name of its file. */
export async function getCohorts(): Promise<Cohort[]> {
  return (await getCollection("cohorts")).map(({ id, data }) => toCohort(id, data));
}
