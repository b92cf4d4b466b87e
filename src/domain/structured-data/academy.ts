import { isExampleAddress } from "~/domain/contact/example-address.ts";
import type { Thing } from "./thing.ts";

/** The academy in `content/site.yaml`, with its `placeholder` marks. */
export interface AcademyFacts {
  readonly name: string;
  readonly mission: string;
  readonly email: string;
  readonly phones: readonly { readonly dial: string; readonly placeholder: boolean }[];
  readonly links: { readonly linkedin: string; readonly twitter: string; readonly instagram: string };
  /** Whether addresses and links are placeholders. */
  readonly placeholder: boolean;
}

const TYPE = "EducationalOrganization";

/** A reference to the academy, e.g. as a course's provider. */
export function academyReference(name: string, site: URL): Thing {
  return { "@type": TYPE, "@id": academyId(site), name, url: new URL("/", site).href };
}

/** The academy and its website, for Home. Placeholders are left out. */
export function academyData(facts: AcademyFacts, site: URL): Thing[] {
  const { name, mission, email, phones, links, placeholder } = facts;
  const isReal = (address: string) => !placeholder && !isExampleAddress(address);
  const profiles = [links.linkedin, links.twitter, links.instagram].filter(isReal);
  const numbers = phones.filter((phone) => !phone.placeholder).map(({ dial }) => dial);
  return [
    {
      ...academyReference(name, site),
      description: mission,
      logo: new URL("/icon-512.png", site).href,
      ...(isReal(email) && { email }),
      ...(numbers.length > 0 && { telephone: numbers }),
      ...(profiles.length > 0 && { sameAs: profiles }),
    },
    { "@type": "WebSite", name, url: new URL("/", site).href, publisher: { "@id": academyId(site) } },
  ];
}

function academyId(site: URL): string {
  return new URL("/#academy", site).href;
}
