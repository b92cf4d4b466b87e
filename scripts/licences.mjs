// npm run licences: counts the licences of all packages, and ends with 1 when one is not allowed.
import { importTypeScript } from "./import-typescript.mjs";
import { root } from "./tools.mjs";

const { main } = await importTypeScript("./scripts/licences/main.ts");
process.exitCode = main(`${root}package-lock.json`);
