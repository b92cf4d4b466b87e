import { readdirSync } from "node:fs";
import { posix } from "node:path";
import type { CmsConfig, Field } from "@sveltia/cms";
import { collections } from "../../../src/content/schemas/collections.ts";
import { MAIL_NAMES, type MailName } from "../../../src/domain/mail/learner-mails.ts";
import { placeholdersOf } from "../../../src/domain/mail/placeholders.ts";
import { fieldsOf, labelOf } from "./fields.ts";

/** A folder of entries in the editor. */
interface Folder {
  /** The field that names an entry in the list. */
  readonly title: string;
  readonly label: string;
  readonly singular: string;
  /** The address of the page that shows an entry. "{{slug}}" is the file's name. */
  readonly page: string;
}

const FOLDERS: Partial<Record<string, Folder>> = {
  courses: { title: "name", label: "Courses and prices", singular: "Course", page: "/Pricing" },
  cohorts: { title: "name", label: "Cohorts", singular: "Cohort", page: "/Signup" },
  catalogue: { title: "title", label: "Course cards and pages", singular: "Card", page: "/Courses" },
  tracks: { title: "name", label: "Tracks", singular: "Track", page: "/Courses" },
  levels: { title: "courseName", label: "Levels", singular: "Level", page: "/course/{{slug}}" },
  schedule: { title: "name", label: "Schedule on Home", singular: "Module", page: "/" },
  faqs: { title: "question", label: "Questions", singular: "Question", page: "/Faqs" },
  perks: { title: "title", label: "Perks on Home", singular: "Perk", page: "/" },
  testimonials: { title: "name", label: "Testimonials", singular: "Testimonial", page: "/" },
};

/** The files with a place of their own in the editor, each with the page that shows it. */
const SINGLES: Partial<Record<string, { label: string; page: string }>> = {
  "site.yaml": { label: "The academy's facts", page: "/" },
  "form-options.yaml": { label: "Choices of the registration form", page: "/Signup" },
  "pages/signup.yaml": { label: "Page: Signup", page: "/Signup" },
  "pages/payment.yaml": { label: "Refund rules beside each pay button", page: "/Pricing" },
  "pages/home.yaml": { label: "Page: Home", page: "/" },
  "pages/contact.yaml": { label: "Page: Contact", page: "/Contact" },
  "pages/catalogue.yaml": { label: "Page: Courses, and the next cohort", page: "/Courses" },
  "pages/curriculum.yaml": { label: "Page: Curriculum", page: "/Curriculum" },
  "pages/which-track.yaml": { label: "Page: Which track fits me?", page: "/Which-track" },
  "pages/about.mdx": { label: "Page: About", page: "/About" },
  "pages/terms.mdx": { label: "Page: Terms and Conditions", page: "/Terms%26Condition" },
  "pages/policy.mdx": { label: "Page: Privacy Policy", page: "/Policy" },
  "mails/receipt.mdx": { label: "Mail: Receipt", page: "/sandbox/mails#receipt" },
  "mails/due-soon.mdx": { label: "Mail: Due in a week", page: "/sandbox/mails#due-soon" },
  "mails/due.mdx": { label: "Mail: Due today", page: "/sandbox/mails#due" },
  "mails/overdue.mdx": { label: "Mail: Overdue", page: "/sandbox/mails#overdue" },
  "mails/link.mdx": { label: "Mail: A new link", page: "/sandbox/mails#link" },
  "mails/changed.mdx": { label: "Mail: Something was changed", page: "/sandbox/mails#changed" },
};

/** The text of an .mdx file. It is edited as typed, because a rich text editor would rewrite <Fee />. */
const BODY = {
  name: "body",
  label: "Text",
  widget: "richtext",
  modes: ["raw"],
  required: true,
  hint: "## Heading, - list, **bold**, [words](/Pricing). <Fee /> prints the registration fee, <ContactEmail /> the address, <Legal /> the business, <TrackWeeks /> how long both levels of a track take.",
} as Field;

/** Returns the field of a mail's text, whose hint lists the mail's placeholders and components. */
function mailBody(mail: MailName): Field {
  const placeholders = Object.entries(placeholdersOf(mail));
  const names = placeholders.map(([name, { guard }]) => (guard === null ? `{${name}}` : `{${name}}?`));
  const hint = `Names, filled in for each reader: ${names.join(" ")}. One with a ? may be missing: write it between <If has="name"> and </If>; <Unless has="name"> shows what stands there then. Parts: <Button link="enrolmentLink">words</Button>, <Facts>, <Fact name="…">, <Note>, <Charges />, <Changes />, <Enrolments>.`;
  return { ...BODY, hint } as Field;
}

/**
 * Returns the editor's configuration, which is made of the content's schemas.
 * @param content the content folder, with a slash at its end
 * @param site the origin of the preview: "http://localhost:4321"
 */
export function cmsConfig(content: string, site: string): CmsConfig {
  const entryIds = (collection: string) =>
    readdirSync(content + collection)
      .map((file) => file.replace(/\.[a-z]+$/, ""))
      .sort();
  const kinds = Object.entries(collections).map(([name, { schema, ...files }]) => ({
    name,
    ...files,
    description: schema.description ?? "",
    fields: fieldsOf(schema, entryIds),
  }));

  return {
    load_config_file: false,
    // The editor requires a backend, which it does not use: it opens a folder of this machine.
    backend: { name: "github", repo: "local/checkout" },
    app_title: "Content",
    site_url: site,
    media_folder: "public/photos",
    public_folder: "/photos",
    output: { omit_empty_optional_fields: true },
    editor: { preview: false },
    collections: kinds
      .filter(({ names }) => !names)
      .map(({ name, folder, ending, description, fields }) => {
        const { title, label, singular, page } = FOLDERS[name] ?? {
          title: fields[0]?.name ?? "title",
          label: labelOf(name),
          singular: "Entry",
          page: "/",
        };
        return {
          name,
          label,
          label_singular: singular,
          description,
          folder: `content/${folder}`,
          create: true,
          extension: ending,
          format: ending === "mdx" ? "yaml-frontmatter" : "yaml",
          identifier_field: title,
          preview_path: page,
          slug: {
            template: `{{${title}}}`,
            editable: ["create"],
            hint: "The file's name: small letters, digits and hyphens. Others name the entry by it.",
            pattern: ["^[a-z0-9]+(-[a-z0-9]+)*$", "Small letters, digits and hyphens only."],
          },
          fields: ending === "mdx" ? [...fields, BODY] : fields,
        };
      }),
    singletons: kinds.flatMap(({ folder, ending, names = [], fields }) =>
      names.map((name) => {
        const mail = folder === "mails" ? MAIL_NAMES.find((mailName) => mailName === name) : undefined;
        const body = mail ? mailBody(mail) : BODY;
        const path = posix.join(folder, `${name}.${ending}`);
        const { label, page } = SINGLES[path] ?? { label: labelOf(name), page: "/" };
        return {
          name: path.replace(/\W/g, "-"),
          label,
          file: `content/${path}`,
          ...(ending === "mdx" && { format: "yaml-frontmatter" }),
          preview_path: page,
          fields: ending === "mdx" ? [...fields, body] : fields,
        };
      }),
    ),
  } as CmsConfig;
}
