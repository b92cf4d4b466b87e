import { isExampleAddress } from "~/domain/contact/example-address.ts";
import { type Bindings, checkCloudflare } from "./check-cloudflare.ts";
import { checkSettings } from "./check-settings.ts";
import { advice, type Environment, type Finding, missing, type Place } from "./finding.ts";

/** The facts beside the settings that decide whether a site works. */
export interface ProjectFacts {
  /** Of content/site.yaml, that mails go from and to. */
  readonly addresses: readonly string[];
  readonly bindings: Readonly<Record<Place, Bindings>>;
}

/** Everything that can be found without a network. */
export function diagnose(environment: Environment, { addresses, bindings }: ProjectFacts): Finding[] {
  return [
    ...checkSettings(environment),
    ...checkAddresses(environment.place, addresses),
    ...checkCloudflare(environment.place, bindings),
  ];
}

/** Whether a deployed site's mails go between addresses that exist. */
function checkAddresses(place: Place, addresses: readonly string[]): Finding[] {
  const examples = [...new Set(addresses.filter(isExampleAddress))].join(", ");
  if (place === "local" || !examples) return [];
  const what = `content/site.yaml has addresses that belong to nobody: ${examples}. Mails to them are lost.`;
  const how = "Write the academy's own. senderEmail must be one that your mail server may send from.";
  return [place === "production" ? missing(what, how) : advice(what, how)];
}
