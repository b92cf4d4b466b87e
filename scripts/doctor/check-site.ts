import { isExampleAddress } from "~/domain/contact/example-address.ts";
import { advice, type Finding, missing, type Patient, settingsFile } from "./finding.ts";

const ADDRESS = "PUBLIC_SITE_URL";

/** The site's own address, and where its mails and lookups go. */
export function checkSite({ place, settings }: Patient): Finding[] {
  return [
    ...(place === "local" ? [] : siteAddress(settings[ADDRESS], settingsFile(place))),
    ...secretsInPublic(settings),
    ...(["PUBLIC_MAIL_ENDPOINT", "PUBLIC_LOCATION_ENDPOINT"] as const).flatMap((name) =>
      endpoint(name, settings[name]),
    ),
  ];
}

function siteAddress(address: string | undefined, file: string): Finding[] {
  const how = `Write the address that visitors type, such as https://www.academy.com, as ${ADDRESS} into ${file}.`;
  if (!address) return [missing(`${ADDRESS} is not set.`, how)];
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== "https:") return [missing(`${ADDRESS} does not begin with https://.`, how)];
  if (url.pathname !== "/" || url.search || url.hash) {
    return [missing(`${ADDRESS} has something after the name of the site.`, how)];
  }
  if (url.hostname === "localhost" || isExampleAddress(url.hostname)) {
    return [missing(`${ADDRESS} is an example, and not the site's own address.`, how)];
  }
  return [];
}

/** Whatever is public stands in the pages for everybody to read. */
function secretsInPublic(settings: Patient["settings"]): Finding[] {
  const secrets = Object.entries(settings).filter(
    ([name, value]) => value && /_SECRET|_PASSWORD/.test(name) && !name.startsWith("PUBLIC_"),
  );
  return Object.entries(settings).flatMap(([name, value]) => {
    // Begins as a public key does: then it is the secret's place that holds the wrong one.
    if (!name.startsWith("PUBLIC_") || !value || value.startsWith("pk_")) return [];
    const same = secrets.find(([, secret]) => secret === value);
    if (!same && !/^(sk_|rk_)/.test(value)) return [];
    return [
      missing(
        `${name} holds a secret${same ? `, the same as ${same[0]}` : ""}: every visitor could read it.`,
        "Take it out, and have the provider make a new secret if the site was ever deployed so.",
      ),
    ];
  });
}

function endpoint(name: string, address: string | undefined): Finding[] {
  if (!address) return [];
  if (!/^\/|^https:\/\//.test(address) || !URL.canParse(address, "https://site.example")) {
    return [missing(`${name} is no address that begins with https:// or /.`, "Mend it, or leave it empty.")];
  }
  return name === "PUBLIC_MAIL_ENDPOINT"
    ? [
        advice(
          "PUBLIC_MAIL_ENDPOINT sends the mails of visitors elsewhere: this site's queue does not deliver them.",
          "If that is not meant, leave it empty.",
        ),
      ]
    : [];
}
