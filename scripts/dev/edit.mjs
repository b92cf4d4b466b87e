// npm run edit: a visual editor for content/, beside a preview of the site.
import { serveEditor } from "./editor/server.mjs";
import { migrate, sweepRegularly } from "./local-edge.mjs";
import { root, start } from "./run-tool.mjs";

const port = process.env.PORT ?? "4321";
const editorPort = Number(process.env.EDITOR_PORT ?? Number(port) + 1);
const site = `http://localhost:${port}`;

await migrate();
const editor = await serveEditor(editorPort, site).catch((error) => {
  console.error(
    `The editor cannot be served on port ${editorPort} (${error.code}). Set EDITOR_PORT to another one.`,
  );
  process.exit(1);
});
console.log(`
  The editor   http://localhost:${editorPort}   in Chrome or Edge: choose "Work with Local Repository" and this folder:
               ${root}
  The preview  ${site}   shows each change as soon as it is saved
`);
sweepRegularly(Number(port));
const preview = start("astro", ["dev", "--ignore-lock", "--port", port], { env: { SANDBOX: "1" } });
preview.on("close", (code) => {
  editor.close();
  process.exitCode = code ?? 1;
});
