/** The signature of `resolveTxt` in node:dns/promises, which returns each TXT record of a name in pieces. */
export type ResolveTxt = (name: string) => Promise<string[][]>;

/**
 * Checks the DNS records by which mail servers trust mails from a domain. Returns a line for each record that
 * is missing, with what to write, or that could not be looked up.
 */
export async function checkSender(address: string, resolveTxt: ResolveTxt): Promise<string[]> {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const requirements = [
    { name: domain, start: "v=spf1", advice: `a TXT record "v=spf1 include:<your mail server> -all"` },
    { name: `_dmarc.${domain}`, start: "v=DMARC1", advice: `a TXT record "v=DMARC1; p=quarantine"` },
  ];
  const lines = await Promise.all(
    requirements.map(async ({ name, start, advice }) => {
      try {
        const records = (await resolveTxt(name)).map((pieces) => pieces.join(""));
        if (records.some((record) => record.startsWith(start))) return null;
      } catch (error) {
        const code = error instanceof Error && "code" in error ? String(error.code) : "no answer";
        if (code !== "ENOTFOUND" && code !== "ENODATA")
          return `${name} could not be asked (${code}): look again with a network.`;
      }
      return `${name} has no ${start}: write ${advice}.`;
    }),
  );
  return lines.filter((line) => line !== null);
}
