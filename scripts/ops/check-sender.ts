/** The sender's DNS: the records that mail servers check before they trust a mail in a domain's name. */

/** The signature of `resolveTxt` in node:dns/promises: the texts of a name. */
export type ResolveTexts = (name: string) => Promise<string[][]>;

/** @returns a line for each record that is missing, with what to write, or a line that DNS could not be asked */
export async function checkSender(address: string, resolve: ResolveTexts): Promise<string[]> {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const wanted = [
    { name: domain, begins: "v=spf1", write: `a TXT record "v=spf1 include:<your mail server> -all"` },
    { name: `_dmarc.${domain}`, begins: "v=DMARC1", write: `a TXT record "v=DMARC1; p=quarantine"` },
  ];
  const lines = await Promise.all(
    wanted.map(async ({ name, begins, write }) => {
      try {
        const texts = (await resolve(name)).map((parts) => parts.join(""));
        return texts.some((text) => text.startsWith(begins))
          ? null
          : `${name} has no ${begins}: write ${write}.`;
      } catch (error) {
        const code = error instanceof Error && "code" in error ? String(error.code) : "";
        if (code === "ENOTFOUND" || code === "ENODATA") return `${name} has no ${begins}: write ${write}.`;
        return `${name} could not be asked (${code || "no answer"}): look again with a network.`;
      }
    }),
  );
  return lines.filter((line) => line !== null);
}
