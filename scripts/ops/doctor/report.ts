import type { Environment, Finding } from "./finding.ts";

const PLACES = { local: "This machine", staging: "Staging", production: "Production" } as const;

/** The findings for somebody who sets the site up for the first time. */
export function report(
  { place, settings, deployedSecrets }: Environment,
  findings: readonly Finding[],
): string {
  const [missing, advice] = (["missing", "advice"] as const).map((kind) =>
    findings.filter((finding) => finding.kind === kind),
  );
  return [
    `${PLACES[place]}: ${verdict(missing?.length ?? 0)}`,
    ...section("Missing", missing ?? []),
    ...section("To know", advice ?? []),
    ...(place === "local" || deployedSecrets
      ? []
      : ["", `Secrets that ${place} was given before are seen with --remote only.`]),
    ...(place === "local" ? [] : webhooks(settings.PUBLIC_SITE_URL)),
  ].join("\n");
}

function verdict(missing: number): string {
  if (missing === 0) return "nothing is missing.";
  return missing === 1 ? "one thing is missing." : `${missing} things are missing.`;
}

function section(title: string, findings: readonly Finding[]): string[] {
  return findings.length === 0
    ? []
    : ["", title, ...findings.flatMap(({ what, how }) => [`- ${what}`, `  ${how}`])];
}

/** What only the providers' own pages can show. */
function webhooks(site: string | undefined): string[] {
  if (!site || !URL.canParse(site)) return [];
  const { origin } = new URL(site);
  return [
    "",
    "What cannot be seen from here: the providers must know these addresses for their webhooks.",
    `- Paystack: ${origin}/prod/webhooks/paystack`,
    `- PayPal: ${origin}/prod/webhooks/paypal`,
  ];
}
