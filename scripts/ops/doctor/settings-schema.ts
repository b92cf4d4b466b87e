import { z } from "astro/zod";
import { isEmailAddress } from "~/domain/contact/email-address.ts";
import { isExampleAddress } from "~/domain/contact/example-address.ts";
import { PAYPAL_API, PAYPAL_SANDBOX_API, PAYSTACK_API } from "~/edge/environment.ts";
import { type Environment, isGiven, type Place, settingsFile } from "./finding.ts";

/** What a setting must be. */
interface Rule {
  /** Where to get it, and where to write it. */
  readonly how: string;
  readonly isRight?: (value: string) => boolean;
  /** What is said of a value that is not, after the setting's name. */
  readonly wrong?: string;
  readonly isOptional?: boolean;
}

const MODES = { local: "(test|live)", staging: "test", production: "live" } as const;
/** A value that PayPal gives to an app; sandbox and live values look alike. */
const CREDENTIAL = {
  isRight: (value: string) => /^[A-Za-z0-9_-]{50,120}$/.test(value),
  wrong: "has not the form that PayPal gives: about 80 letters, digits, - and _",
};

/** Every setting of .env.example, as an environment needs it. */
function rulesOf({ place, settings }: Environment): Record<string, Rule> {
  const isDeployed = place !== "local";
  const file = settingsFile(place);
  const app = `developer.paypal.com, Apps & Credentials, ${place === "production" ? "the live app" : "the sandbox app"}`;
  const smtp = `Take the server's name, port, user and password from your mail provider's page about SMTP, and write them into ${file}.`;
  const access = `Cloudflare, Zero Trust, Access, Applications: make one for the path desk as docs/desk.md says, and write what it shows into ${file}.`;
  const limit: Rule = {
    how: "Leave it empty, or write a whole number such as 2000.",
    isRight: (text) => /^[1-9]\d{0,5}$/.test(text),
    wrong: "is no whole number above 0",
    isOptional: true,
  };
  const people: Rule = {
    how: `Write e-mail addresses with commas between them into ${file}, or leave it empty.`,
    isRight: (list) =>
      list
        .split(/[\s,;]+/)
        .filter(Boolean)
        .every(isEmailAddress),
    wrong: "holds something that is no e-mail address",
    isOptional: true,
  };
  const endpoint: Rule = {
    how: "Mend it, or leave it empty.",
    isRight: (address) => /^\/|^https:\/\//.test(address) && URL.canParse(address, "https://site.example"),
    wrong: "is no address that begins with https:// or /",
    isOptional: true,
  };
  return {
    PUBLIC_SITE_URL: {
      how: `Write the address that visitors type, such as https://www.academy.com, as PUBLIC_SITE_URL into ${file}.`,
      isRight: (address) => !isDeployed || isOwnAddress(address),
      wrong: "is not the site's own address, https:// and nothing after the name",
    },
    PUBLIC_MAIL_ENDPOINT: endpoint,
    PUBLIC_LOCATION_ENDPOINT: endpoint,
    PUBLIC_OFFLINE: { how: "Leave it empty.", isOptional: true },
    PUBLIC_PAYSTACK_KEY: paystackKey("pk", place),
    PUBLIC_PAYPAL_CLIENT_ID: { how: `${app}: copy the Client ID into ${file}.`, ...CREDENTIAL },
    PAYSTACK_SECRET_KEY: paystackKey("sk", place),
    PAYSTACK_API_URL: {
      how: "Leave it empty.",
      isRight: (url) => !isDeployed || url === PAYSTACK_API,
      wrong: "is not Paystack's own address",
      isOptional: true,
    },
    PAYPAL_CLIENT_SECRET: { how: `${app}: copy the Secret (Secret key 1) into ${file}.`, ...CREDENTIAL },
    PAYPAL_WEBHOOK_ID: {
      how: `${app}, Webhooks: add the site's address with /prod/webhooks/paypal, and copy the id it gets into ${file}.`,
      isRight: (id) => /^[0-9A-Z]{15,30}$/.test(id),
      wrong: "is no id of a webhook: those are capitals and digits",
    },
    PAYPAL_API_URL: payPalAddress(place),
    SMTP_HOST: {
      how: `Without it mails stay in the database, unread. ${smtp}`,
      isRight: (host) =>
        !/[/:@\s]/.test(host) &&
        !(isDeployed && (["localhost", "127.0.0.1"].includes(host) || isExampleAddress(host))),
      wrong: "is not the name of a mail server that can be reached, such as smtp.provider.com",
    },
    SMTP_PORT: {
      how: "Use 587 or 465, whichever your provider names.",
      isRight: (port) => port !== "25",
      wrong: "is 25, which the edge may not use",
      isOptional: true,
    },
    SMTP_USER: { how: smtp, isOptional: true },
    SMTP_PASSWORD: { how: smtp, isOptional: true },
    STAFF_EMAIL:
      place === "production"
        ? {
            how: `Leave it empty in ${file}.`,
            isRight: () => false,
            wrong: "keeps the academy's own staff from hearing of payments",
            isOptional: true,
          }
        : {
            how: `Write the address of whoever tests as STAFF_EMAIL into ${file}.`,
            isRight: isEmailAddress,
            wrong: "is no e-mail address",
            // Without a mail server a test's mails are not delivered anyway.
            isOptional: place === "local" || !settings.SMTP_HOST,
          },
    // A site may go live without its desk; half of one is a slip.
    ACCESS_TEAM: {
      how: access,
      isRight: (address) => /^https:\/\/[a-z0-9-]+\.cloudflareaccess\.com\/?$/i.test(address),
      wrong: "is not the address of a team: https://<team>.cloudflareaccess.com",
      isOptional: !settings.ACCESS_AUDIENCE,
    },
    ACCESS_AUDIENCE: {
      how: access,
      isRight: (tag) => /^[0-9a-f]{64}$/.test(tag),
      wrong: "is no audience tag: 64 signs, each a digit or one of a to f",
      isOptional: !settings.ACCESS_TEAM,
    },
    DESK_OWNERS: { ...people, isOptional: !settings.ACCESS_TEAM },
    DESK_STAFF: people,
    DESK_VIEWERS: people,
    SWEEP_CHECKS: limit,
    SWEEP_STATEMENTS: limit,
  };
}

function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, origin, href, hostname } = new URL(address);
  const isReal = hostname !== "localhost" && !isExampleAddress(hostname);
  return protocol === "https:" && href === `${origin}/` && isReal;
}

/** Paystack's keys have 40 signs after their beginning. */
function paystackKey(begin: "pk" | "sk", place: Place): Rule {
  const mode = MODES[place];
  const title = begin === "pk" ? "public key" : "secret key";
  return {
    how: `Paystack: Dashboard, Settings, API Keys & Webhooks: copy the ${title}, ${begin}_${place === "production" ? "live" : "test"}_…, into ${settingsFile(place)}.`,
    isRight: (key) => new RegExp(`^${begin}_${mode}_[A-Za-z0-9]{30,}$`).test(key),
    wrong: `is no ${title} of Paystack's ${place === "local" ? "" : `for ${place} `}(${begin}_${mode}_…)`,
  };
}

function payPalAddress(place: Place): Rule {
  if (place === "production") {
    return {
      how: `Leave it empty in ${settingsFile(place)}.`,
      isRight: (url) => url === PAYPAL_API,
      wrong: "is not where PayPal's money moves",
      isOptional: true,
    };
  }
  return {
    how: `Write PAYPAL_API_URL=${PAYPAL_SANDBOX_API} into ${settingsFile(place)}.`,
    isRight: (url) => place === "local" || url === PAYPAL_SANDBOX_API,
    wrong: "is not PayPal's sandbox: in staging real money could move",
    isOptional: true,
  };
}

/**
 * The settings of an environment. An issue's message follows the name of its setting, whose description says how to mend it.
 */
export function settingsSchema(environment: Environment) {
  const shape = Object.entries(rulesOf(environment)).map(([name, { how, isRight, wrong, isOptional }]) => {
    const value = z
      .string("is not set")
      .refine((text) => !(name.startsWith("PUBLIC_") && isSecret(text, environment)), {
        message: "holds a secret, which every visitor could read: take it out, and have a new one made",
        abort: true,
      })
      .refine((text) => isRight?.(text) ?? true, wrong);
    const isNeeded = !isOptional && environment.place !== "local" && !isGiven(environment, name);
    return [name, (isNeeded ? value : value.optional()).describe(how)] as const;
  });
  return z.object(Object.fromEntries(shape));
}

/** What begins as a public key does is one: then it is the secret's place that holds the wrong one. */
function isSecret(text: string, { settings }: Environment): boolean {
  if (text.startsWith("pk_")) return false;
  const secrets = Object.entries(settings).filter(([name]) => /_SECRET|_PASSWORD/.test(name));
  return /^(sk_|rk_)/.test(text) || secrets.some(([, value]) => value === text);
}
