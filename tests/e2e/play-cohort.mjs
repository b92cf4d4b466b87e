// node tests/e2e/play-cohort.mjs FILE: plays the cohort of the desk's tests, and writes its database to FILE.
import { importTypeScript } from "../../scripts/dev/run-tool.mjs";
import { lagosDay } from "../../src/domain/dates/day.ts";

const [file] = process.argv.slice(2);
const { playCohort } = await importTypeScript("./tests/e2e/played-cohort.ts");
await playCohort(lagosDay(new Date()), file);
