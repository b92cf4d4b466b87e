import { type Finding, isGiven, missing, type Patient, settingsFile } from "./finding.ts";
import { unset } from "./unset.ts";

type Mode = "test" | "live";

const PUBLIC = "PUBLIC_PAYSTACK_KEY";
const SECRET = "PAYSTACK_SECRET_KEY";
const API = "PAYSTACK_API_URL";
const WHERE = "Paystack: Dashboard, Settings, API Keys & Webhooks";

/** Paystack's pair of keys: their form, that they belong together, and that money moves in production only. */
export function checkPaystack(patient: Patient): Finding[] {
  const { place, settings } = patient;
  const file = settingsFile(place);
  const wanted: Mode | null = place === "local" ? null : place === "production" ? "live" : "test";
  const keys = [
    { name: PUBLIC, begin: "pk", title: "public key" },
    { name: SECRET, begin: "sk", title: "secret key" },
  ] as const;
  const findings: Finding[] = [];
  const modes: Mode[] = [];
  for (const { name, begin, title } of keys) {
    const key = settings[name];
    const example = `${begin}_${wanted ?? "test"}_…`;
    const how = `${WHERE}: copy the ${title}, ${example}, into ${file}.`;
    if (!key) {
      if (place !== "local" && !isGiven(patient, name)) findings.push(unset(patient, name, how));
      continue;
    }
    const mode = modeOf(key, begin);
    if (!mode) {
      findings.push(missing(`${name} is no ${title} of Paystack's: ${whatInstead(key, begin)}.`, how));
      continue;
    }
    modes.push(mode);
    if (wanted && mode !== wanted) findings.push(wrongMode(name, mode, how));
  }
  if (place === "local" && new Set(modes).size > 1) {
    findings.push(
      missing(
        `${PUBLIC} and ${SECRET} are not of the same kind: one is for tests, the other for real money.`,
        `${WHERE}: copy both from the same page, both with test or both with live in them.`,
      ),
    );
  }
  return [...findings, ...checkApi(patient)];
}

function wrongMode(name: string, mode: Mode, how: string): Finding {
  return mode === "test"
    ? missing(`${name} is a test key: in production nobody would really pay.`, how)
    : missing(`${name} is a live key: in staging real money would move.`, how);
}

/** Null when it is no such key. Paystack's keys have 40 signs after their beginning. */
function modeOf(key: string, begin: "pk" | "sk"): Mode | null {
  const [, mode] = new RegExp(`^${begin}_(test|live)_[A-Za-z0-9]{30,}$`).exec(key) ?? [];
  return mode === "test" || mode === "live" ? mode : null;
}

function whatInstead(key: string, begin: "pk" | "sk"): string {
  if (begin === "pk" && key.startsWith("sk_")) return "it is a secret key, which every visitor could read";
  if (begin === "sk" && key.startsWith("pk_")) return "it is the public key";
  if (/\s/.test(key)) return "it has a space in it";
  return key.startsWith(`${begin}_`)
    ? "it is too short, or has signs that no key has"
    : `it does not begin with ${begin}_`;
}

function checkApi({ place, settings }: Patient): Finding[] {
  const url = settings[API];
  if (place === "local" || !url || url === "https://api.paystack.co") return [];
  return [missing(`${API} is not Paystack's own address.`, "Leave it empty.")];
}
