import { z } from "astro/zod";
import { isEmailAddress } from "~/domain/contact/email-address.ts";
import { isExampleAddress } from "~/domain/contact/example-address.ts";
import { PAYPAL_API, PAYPAL_SANDBOX_API, PAYSTACK_API } from "~/edge/environment.ts";
import { type Environment, isGiven, type Settings, settingsFile } from "./finding.ts";

/** What may be wrong with a setting, in words that follow its name; the first that applies counts. */
type Slips = Readonly<Record<string, (value: string) => boolean>>;

/** A value that PayPal gives to an app; sandbox and live values look alike. */
const CREDENTIAL: Slips = {
  "is PayPal's demonstration, which belongs to nobody": (value) => ["sb", "test"].includes(value),
  "is an e-mail address": (value) => value.includes("@"),
  "has not the form of one: about 80 letters, digits, - and _": (value) =>
    !/^[A-Za-z0-9_-]{50,120}$/.test(value),
};
const ENDPOINT: Slips = {
  "is no address that begins with https:// or /": (address) =>
    !/^\/|^https:\/\//.test(address) || !URL.canParse(address, "https://site.example"),
};
const SITE_ADDRESS: Slips = {
  "does not begin with https://": (address) => !address.startsWith("https://") || !URL.canParse(address),
  "has something after the name of the site": (address) =>
    `${new URL(address).origin}/` !== new URL(address).href,
  "is an example, and not the site's own address": (address) =>
    new URL(address).hostname === "localhost" || isExampleAddress(new URL(address).hostname),
};
const WEBHOOK_ID: Slips = {
  "is an address, and not the id that PayPal gave to it": (id) => /^https?:/.test(id),
  "is no id of a webhook: those are capitals and digits": (id) => !/^[0-9A-Z]{15,30}$/.test(id),
};
const HOST: Slips = {
  "is more than the name of a server, such as smtp.example.com": (host) => /[/:@\s]/.test(host),
};
const DEPLOYED_HOST: Slips = {
  ...HOST,
  "is not the name of a mail server that the edge can reach": (host) =>
    ["localhost", "127.0.0.1"].includes(host) || isExampleAddress(host),
};

const TEAM: Slips = {
  "is not the address of a team: https://<team>.cloudflareaccess.com": (address) =>
    !/^https:\/\/[a-z0-9-]+\.cloudflareaccess\.com\/?$/i.test(address),
};
const AUDIENCE_TAG: Slips = {
  "is no audience tag: 64 signs, each a digit or one of a to f": (tag) => !/^[0-9a-f]{64}$/.test(tag),
};
const ADDRESSES: Slips = {
  "holds something that is no e-mail address": (list) =>
    !list
      .split(/[\s,;]+/)
      .filter(Boolean)
      .every(isEmailAddress),
};

interface Rule {
  /** Where to get the setting, and where to write it. */
  readonly how: string;
  readonly slips?: Slips;
  readonly isOptional?: boolean;
}

/** Every setting of .env.example, as an environment needs it. */
function rulesOf(environment: Environment): Record<string, Rule> {
  const { place, settings } = environment;
  const isDeployed = place !== "local";
  const file = settingsFile(place);
  const app = `developer.paypal.com, Apps & Credentials, ${place === "production" ? "the live app" : "the sandbox app"}`;
  const smtp = `Take the server's name, port, user and password from your mail provider's page about SMTP, and write them into ${file}.`;
  const limit = {
    how: "Leave it empty, or write a whole number such as 2000.",
    slips: { "is no whole number above 0": (text: string) => !/^[1-9]\d{0,5}$/.test(text) },
    isOptional: true,
  };
  const access = `Cloudflare, Zero Trust, Access, Applications: make one for the path desk as docs/desk.md says, and write what it shows into ${file}.`;
  const people = {
    how: `Write e-mail addresses with commas between them into ${file}, or leave it empty.`,
    slips: ADDRESSES,
    isOptional: true,
  };
  const endpoint = { how: "Mend it, or leave it empty.", slips: ENDPOINT, isOptional: true };
  return {
    PUBLIC_SITE_URL: {
      how: `Write the address that visitors type, such as https://www.academy.com, as PUBLIC_SITE_URL into ${file}.`,
      slips: isDeployed ? SITE_ADDRESS : {},
    },
    PUBLIC_MAIL_ENDPOINT: endpoint,
    PUBLIC_LOCATION_ENDPOINT: endpoint,
    PUBLIC_OFFLINE: { how: "Leave it empty.", isOptional: true },
    PUBLIC_PAYSTACK_KEY: paystackKey("pk", environment),
    PUBLIC_PAYPAL_CLIENT_ID: { how: `${app}: copy the Client ID into ${file}.`, slips: CREDENTIAL },
    PAYSTACK_SECRET_KEY: paystackKey("sk", environment),
    PAYSTACK_API_URL: {
      how: "Leave it empty.",
      slips: { "is not Paystack's own address": (url) => isDeployed && url !== PAYSTACK_API },
      isOptional: true,
    },
    PAYPAL_CLIENT_SECRET: {
      how: `${app}: copy the Secret (Secret key 1) into ${file}.`,
      slips: {
        "is the same as the client id": (secret) => secret === settings.PUBLIC_PAYPAL_CLIENT_ID,
        ...CREDENTIAL,
      },
    },
    PAYPAL_WEBHOOK_ID: {
      how: `${app}, Webhooks: add the site's address with /prod/webhooks/paypal, and copy the id it gets into ${file}.`,
      slips: WEBHOOK_ID,
    },
    PAYPAL_API_URL: {
      how:
        place === "production"
          ? `Leave it empty in ${file}.`
          : `Write PAYPAL_API_URL=${PAYPAL_SANDBOX_API} into ${file}.`,
      slips: {
        "is not where PayPal's money moves": (url) => place === "production" && url !== PAYPAL_API,
        "is not PayPal's sandbox: in staging real money could move": (url) =>
          place === "staging" && url !== PAYPAL_SANDBOX_API,
      },
      isOptional: true,
    },
    SMTP_HOST: {
      how: `Without it mails stay in the database, unread. ${smtp}`,
      slips: isDeployed ? DEPLOYED_HOST : HOST,
    },
    SMTP_PORT: {
      how: "Use 587 or 465, whichever your provider names.",
      slips: { "is 25, which the edge may not use": (port) => port === "25" },
      isOptional: true,
    },
    SMTP_USER: { how: smtp, isOptional: true },
    SMTP_PASSWORD: { how: smtp, isOptional: true },
    STAFF_EMAIL: {
      how:
        place === "production"
          ? `Leave it empty in ${file}.`
          : `Write the address of whoever tests as STAFF_EMAIL into ${file}.`,
      slips: {
        "is no e-mail address": (address) => !isEmailAddress(address),
        "keeps the academy's own staff from hearing of payments": () => place === "production",
      },
      // Without a mail server a test's mails are not delivered anyway.
      isOptional: place !== "staging" || !settings.SMTP_HOST,
    },
    // A site may go live without its desk; half of one is a slip.
    ACCESS_TEAM: { how: access, slips: TEAM, isOptional: !settings.ACCESS_AUDIENCE },
    ACCESS_AUDIENCE: { how: access, slips: AUDIENCE_TAG, isOptional: !settings.ACCESS_TEAM },
    DESK_OWNERS: { ...people, isOptional: !settings.ACCESS_TEAM },
    DESK_STAFF: people,
    DESK_VIEWERS: people,
    SWEEP_CHECKS: limit,
    SWEEP_STATEMENTS: limit,
  };
}

function paystackKey(begin: "pk" | "sk", { place, settings }: Environment): Rule {
  const isPublic = begin === "pk";
  const title = isPublic ? "public key" : "secret key";
  const no = `is no ${title} of Paystack's`;
  const isFor = (other: typeof place, mode: string) => (key: string) =>
    place === other && modeOf(key) === mode;
  return {
    how: `Paystack: Dashboard, Settings, API Keys & Webhooks: copy the ${title}, ${begin}_${place === "production" ? "live" : "test"}_…, into ${settingsFile(place)}.`,
    slips: {
      [`${no}: it is a secret key, which every visitor could read`]: (key) =>
        isPublic && key.startsWith("sk_"),
      [`${no}: it is the public key`]: (key) => !isPublic && key.startsWith("pk_"),
      [`${no}: it has a space in it`]: (key) => /\s/.test(key),
      [`${no}: it does not begin with ${begin}_`]: (key) => !key.startsWith(`${begin}_`),
      [`${no}: it is too short, or has signs that no key has`]: (key) => !modeOf(key),
      "is a test key: in production nobody would really pay": isFor("production", "test"),
      "is a live key: in staging real money would move": isFor("staging", "live"),
      "and PAYSTACK_SECRET_KEY are not of the same kind: one is for tests, the other for real money": (
        key,
      ) => {
        const secret = modeOf(settings.PAYSTACK_SECRET_KEY ?? "");
        return place === "local" && isPublic && secret !== undefined && secret !== modeOf(key);
      },
    },
  };
}

/** "test" or "live"; undefined for what is no key. Paystack's keys have 40 signs after their beginning. */
function modeOf(key: string): string | undefined {
  return /^[ps]k_(test|live)_[A-Za-z0-9]{30,}$/.exec(key)?.[1];
}

/**
 * The settings of an environment. An issue's message follows the name of its setting, whose description says how to mend
 * it; where that would not do, `params.how` does.
 */
export function settingsSchema(environment: Environment) {
  const { place, settings } = environment;
  const shape = Object.entries(rulesOf(environment)).map(([name, { how, slips = {}, isOptional }]) => {
    const value = z.string("is not set").superRefine((text, { addIssue }) => {
      const secret = name.startsWith("PUBLIC_") ? secretIn(text, settings) : null;
      if (secret) addIssue({ code: "custom", message: secret, params: { how: REVEALED } });
      const slip = Object.keys(slips).find((what) => slips[what]?.(text));
      if (slip) addIssue({ code: "custom", message: slip });
    });
    const isNeeded = !isOptional && place !== "local" && !isGiven(environment, name);
    return [name, (isNeeded ? value : value.optional()).describe(how)] as const;
  });
  return z.object(Object.fromEntries(shape));
}

const REVEALED = "Take it out, and have the provider make a new secret if the site was ever deployed so.";

/** Whatever is public is in the pages for everybody to read. */
function secretIn(text: string, settings: Settings): string | null {
  const [same] =
    Object.entries(settings).find(([name, value]) => value === text && SECRET_NAME.test(name)) ?? [];
  // What begins as a public key does is one: then it is the secret's place that holds the wrong one.
  if (text.startsWith("pk_") || !(same || /^(sk_|rk_)/.test(text))) return null;
  return `holds a secret${same ? `, the same as ${same}` : ""}: every visitor could read it`;
}

const SECRET_NAME = /_SECRET|_PASSWORD/;
