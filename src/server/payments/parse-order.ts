import { z } from "astro/zod";
import type { Order } from "~/domain/enrolment/order.ts";
import { isOwnReference } from "~/domain/enrolment/reference.ts";
import { CURRENCIES } from "~/domain/money/money.ts";
import { firstIssue } from "../http/first-issue.ts";
import { MAX_DETAILS, MAX_VALUE_LENGTH, oneLine } from "./stored-text.ts";

const line = (longest: number) =>
  z.string("must be text").max(longest, `must not be longer than ${longest} characters`).transform(oneLine);

const group = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, "must be an object");

const detail = group({
  name: z.string("must be text").regex(/^[a-z][a-z0-9_]{0,39}$/, "must be a name like course_id"),
  label: line(80),
  value: line(MAX_VALUE_LENGTH),
});

const announcement = group({
  order: group({
    reference: z.string("must be text").refine(isOwnReference, "is not a reference of this site"),
    purpose: z.enum(["registration", "tuition"], "must be registration or tuition"),
    courseName: line(MAX_VALUE_LENGTH),
    charge: group({
      currency: z.enum(CURRENCIES, "must be NGN or USD"),
      minor: z.int("must be a whole number").positive("must be above 0"),
    }),
    customer: group({ email: line(254), firstName: line(100), lastName: line(100), phone: line(30) }),
    details: z
      .array(detail, "must be a list")
      .max(MAX_DETAILS, `must not hold more than ${MAX_DETAILS} lines`),
    createdAt: z.iso.datetime("must be a time like 2026-11-21T09:00:00.000Z"),
  }),
});

/** An order that can be kept, or what is wrong with it. */
export type ParsedOrder = { ok: true; order: Order } | { ok: false; message: string };

/** Reads `{ order }` as the browser sends it. Nothing in it is believed but what the visitor alone can say. */
export function parseOrder(body: unknown): ParsedOrder {
  const parsed = announcement.safeParse(body);
  if (parsed.success) return { ok: true, order: parsed.data.order };
  return { ok: false, message: firstIssue(parsed.error, "The order") };
}
