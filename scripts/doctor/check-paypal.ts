import { type Finding, isGiven, missing, type Patient, settingsFile } from "./finding.ts";
import { unset } from "./unset.ts";

const ID = "PUBLIC_PAYPAL_CLIENT_ID";
const SECRET = "PAYPAL_CLIENT_SECRET";
const WEBHOOK = "PAYPAL_WEBHOOK_ID";
const API = "PAYPAL_API_URL";
const SANDBOX_API = "https://api-m.sandbox.paypal.com";
const LIVE_API = "https://api-m.paypal.com";
const APPS = "developer.paypal.com, Apps & Credentials";

/** PayPal's app: nothing in its ids tells the sandbox from the real thing, so the server's address has to. */
export function checkPayPal(patient: Patient): Finding[] {
  const { place, settings } = patient;
  const file = settingsFile(place);
  const app = place === "production" ? "the live app" : "the sandbox app";
  const findings: Finding[] = [];
  const check = (name: string, how: string, trouble: (value: string) => string | null) => {
    const value = settings[name];
    if (value) {
      const what = trouble(value);
      if (what) findings.push(missing(`${name} ${what}.`, how));
    } else if (place !== "local" && !isGiven(patient, name)) {
      findings.push(unset(patient, name, how));
    }
  };
  check(ID, `${APPS}, ${app}: copy the Client ID into ${file}.`, credentialTrouble);
  check(SECRET, `${APPS}, ${app}: copy the Secret (Secret key 1) into ${file}.`, (value) =>
    value === settings[ID] ? "is the same as the client id" : credentialTrouble(value),
  );
  check(
    WEBHOOK,
    `${APPS}, ${app}, Webhooks: add the site's address with /prod/webhooks/paypal, and copy the id it gets into ${file}.`,
    (value) => {
      if (/^https?:/.test(value)) return "is an address, and not the id that PayPal gave to it";
      return /^[0-9A-Z]{15,30}$/.test(value) ? null : "is no id of a webhook: those are capitals and digits";
    },
  );
  return [...findings, ...checkApi(patient)];
}

function credentialTrouble(value: string): string | null {
  if (["sb", "test"].includes(value)) return "is PayPal's demonstration, which belongs to nobody";
  if (value.includes("@")) return "is an e-mail address";
  return /^[A-Za-z0-9_-]{50,120}$/.test(value)
    ? null
    : "has not the form of one: about 80 letters, digits, - and _";
}

function checkApi(patient: Patient): Finding[] {
  const { place, settings, deployedSecrets } = patient;
  // Without a secret nobody speaks to it.
  if (!isGiven(patient, SECRET) || (!settings[API] && deployedSecrets?.includes(API))) return [];
  const url = settings[API] || LIVE_API;
  if (place === "production" && url !== LIVE_API) {
    return [
      missing(`${API} is not where PayPal's money moves.`, `Leave it empty in ${settingsFile(place)}.`),
    ];
  }
  if (place === "staging" && url !== SANDBOX_API) {
    return [
      missing(
        `${API} is not PayPal's sandbox: in staging real money could move.`,
        `Write ${API}=${SANDBOX_API} into ${settingsFile(place)}.`,
      ),
    ];
  }
  return [];
}
