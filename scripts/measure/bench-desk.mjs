// npm run bench:desk: how long the desk's pages take over 100,000 enrolments, database included. Ends with 1 when one takes
// longer than it may.
import { importTypeScript } from "../dev/import-typescript.mjs";

const { main } = await importTypeScript("./scripts/measure/desk/main.ts");
process.exitCode = await main();
