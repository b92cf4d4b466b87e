/** Checks the receiver in docs/portal.md as it is printed there. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, expect, test, vi } from "vitest";
import { portalOf } from "~/edge/portal/portal.ts";

const SECRET = `whsec_${btoa("a secret of twenty-four bytes")}`;
const page = readFileSync(fileURLToPath(new URL("../../docs/portal.md", import.meta.url)), "utf8");
const [, code = ""] = /```js\n(.*?)```/s.exec(page) ?? [];
// The file is beside the packages, so that it finds the one that it imports.
const file = fileURLToPath(new URL("../../node_modules/.portal-receiver.mjs", import.meta.url));

afterAll(() => rmSync(file, { force: true }));

test("the receiver takes what the site sends, ignores an older version, and refuses strangers", async () => {
  vi.stubEnv("PORTAL_WEBHOOK_SECRET", SECRET);
  writeFileSync(file, code.replace("const learners", "export const learners"));
  const { receive, learners } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  const answers: number[] = [];
  const connectedBy = (secret: string) =>
    portalOf(
      { PORTAL_WEBHOOK_URL: "https://portal.example.com/hook", PORTAL_WEBHOOK_SECRET: secret },
      {
        now: () => new Date(),
        isSandbox: false,
        fetch: async (url, request) => {
          const answer: Response = await receive(new Request(url, request));
          answers.push(answer.status);
          return answer;
        },
      },
    );
  const send = async (secret: string, version: number, access: string) => {
    const portal = connectedBy(secret);
    const body = { type: "enrolment.access", data: { id: "ENR-7KQ2M9XA4T", version, access } };
    if (portal.state === "set") await portal.send({ id: `ENR-7KQ2M9XA4T_${version}`, body });
  };
  await send(SECRET, 2, "active");
  await send(SECRET, 1, "registered");
  await expect(send(`whsec_${btoa("another one of twenty-four b")}`, 3, "ended")).rejects.toThrow("401");
  expect(answers).toEqual([204, 204, 401]);
  expect([...learners.values()]).toMatchObject([{ version: 2, access: "active" }]);
  expect(code.trim().split("\n").length).toBeLessThanOrEqual(20);
});
