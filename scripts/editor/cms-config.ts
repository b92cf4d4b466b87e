import { readdirSync } from "node:fs";
import type { CmsConfig, Field } from "@sveltia/cms";
import { collections } from "../content-check/collections.ts";
import { fieldDocs } from "./field-docs.ts";
import { fieldsOf, labelOf, type Sources } from "./fields.ts";

/** How a folder's entries are listed, and the page on which one is seen. */
interface Folder {
  /** The field that an entry is known by. */
  readonly title: string;
  readonly label: string;
  /** What one of them is called. */
  readonly one: string;
  /** Address of the page; "{{slug}}" is the file's name. */
  readonly page: string;
}

const FOLDERS: Partial<Record<string, Folder>> = {
  courses: { title: "name", label: "Courses and prices", one: "Course", page: "/Pricing" },
  catalogue: { title: "title", label: "Course cards and pages", one: "Card", page: "/Courses" },
  tracks: { title: "name", label: "Tracks", one: "Track", page: "/Courses" },
  levels: { title: "courseName", label: "Levels", one: "Level", page: "/course/{{slug}}" },
  schedule: { title: "name", label: "Schedule on Home", one: "Module", page: "/" },
  faqs: { title: "question", label: "Questions", one: "Question", page: "/Faqs" },
  perks: { title: "title", label: "Perks on Home", one: "Perk", page: "/" },
  testimonials: { title: "name", label: "Testimonials", one: "Testimonial", page: "/" },
};

/** Files that stand alone, and the page on which each is seen. */
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
};

/** The text of an .mdx file, as it is typed: a rich text box would rewrite <Fee />. */
const BODY = {
  name: "body",
  label: "Text",
  widget: "richtext",
  modes: ["raw"],
  required: true,
  hint: "## Heading, - list, **bold**, [words](/Pricing). <Fee /> prints the registration fee, <ContactEmail /> the address.",
} as Field;

/**
 * What the editor is told of the content: every collection with every field, its rules and its help text, from the
 * schemas and their comments alone.
 * @param root the project's folder, with a slash at its end
 * @param site where the pages are seen, e.g. "http://localhost:4321"
 */
export function cmsConfig(root: string, site: string): CmsConfig {
  const docs = fieldDocs(root);
  const sources: Sources = {
    docs,
    namesIn: (collection) =>
      readdirSync(`${root}content/${collection}`)
        .map((file) => file.replace(/\.[a-z]+$/, ""))
        .sort(),
  };
  const kinds = Object.entries(collections).map(([name, { folder, ending, names, schema }]) => {
    const written = docs.collection(name);
    const fields = [...fieldsOf(schema, written, sources), ...(ending === "mdx" ? [BODY] : [])];
    return { name, folder, ending, names, doc: written?.doc ?? "", fields };
  });

  return {
    load_config_file: false,
    // Nobody signs in: the editor opens the folder on this machine. It asks for a backend's name all the same.
    backend: { name: "github", repo: "local/checkout" },
    app_title: "Content",
    site_url: site,
    media_folder: "public/photos",
    public_folder: "/photos",
    output: { omit_empty_optional_fields: true },
    editor: { preview: false },
    collections: kinds
      .filter(({ names }) => !names)
      .map(({ name, folder, ending, doc, fields }) => {
        const { title, label, one, page } = FOLDERS[name] ?? {
          title: fields[0]?.name ?? "title",
          label: labelOf(name),
          one: "Entry",
          page: "/",
        };
        return {
          name,
          label,
          label_singular: one,
          description: doc,
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
          fields,
        };
      }),
    singletons: kinds.flatMap(({ folder, ending, names = [], fields }) =>
      names.map((name) => {
        const path = `${folder === "" ? "" : `${folder}/`}${name}.${ending}`;
        const { label, page } = SINGLES[path] ?? { label: labelOf(name), page: "/" };
        return {
          name: path.replace(/\W/g, "-"),
          label,
          file: `content/${path}`,
          ...(ending === "mdx" && { format: "yaml-frontmatter" }),
          preview_path: page,
          fields,
        };
      }),
    ),
  } as CmsConfig;
}
