import { PAYPAL_API, smtpSettings } from "~/edge/environment.ts";
import { advice, type Environment, type Finding, isGiven, missing } from "./finding.ts";
import { settingsSchema } from "./settings-schema.ts";

/** A finding for each issue that an environment's settings have, and what works but should be known. */
export function checkSettings(environment: Environment): Finding[] {
  const { place, settings, deployedSecrets } = environment;
  const schema = settingsSchema(environment);
  // Unset it means PayPal's live server, unless the deployed site was given another before. Without a secret it is not checked.
  const whenUnset = deployedSecrets?.includes("PAYPAL_API_URL") ? "" : PAYPAL_API;
  const payPal = isGiven(environment, "PAYPAL_CLIENT_SECRET") ? settings.PAYPAL_API_URL || whenUnset : "";
  const set = Object.entries({ ...settings, PAYPAL_API_URL: payPal }).filter(([, value]) => value);
  const issues = schema.safeParse(Object.fromEntries(set)).error?.issues ?? [];
  const smtp = schema.shape.SMTP_USER?.description ?? "";
  return [
    ...issues.map((issue): Finding => {
      const name = String(issue.path[0]);
      // Staging can be tried without its secrets.
      const isAdvice = issue.code === "invalid_type" && place === "staging" && !name.startsWith("PUBLIC_");
      const own = issue.code === "custom" ? issue.params?.how : undefined;
      return {
        kind: isAdvice ? "advice" : "missing",
        what: `${name} ${issue.message}.`,
        how: own ?? schema.shape[name]?.description ?? "",
      };
    }),
    ...(smtpSettings.safeParse(settings).error?.issues ?? []).map(({ message }) => missing(message, smtp)),
    ...(settings.PUBLIC_MAIL_ENDPOINT
      ? [
          advice(
            "PUBLIC_MAIL_ENDPOINT sends the mails of visitors elsewhere: this site's queue does not deliver them.",
            "If that is not meant, leave it empty.",
          ),
        ]
      : []),
    ...(place !== "local" &&
    settings.SMTP_HOST &&
    !settings.SMTP_PASSWORD &&
    !isGiven(environment, "SMTP_USER")
      ? [advice("SMTP_USER and SMTP_PASSWORD are not set: hardly any server takes mails so.", smtp)]
      : []),
  ];
}
