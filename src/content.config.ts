import { defineCollection } from "astro:content";
import { glob, type Loader } from "astro/loaders";
import { CONTENT_DIR } from "./content/content-files.ts";
import { mailLoader } from "./content/mails/mail-loader.ts";
import { type Collection, collections as kinds, loadedMailSchema } from "./content/schemas/collections.ts";

type Kinds = typeof kinds;

/** An entry is named by its file, without the ending. */
const defined = ({ folder, ending, names = ["*"], schema }: Collection<unknown>) =>
  defineCollection({
    loader: glob({ base: `./${CONTENT_DIR}/${folder}`, pattern: names.map((name) => `${name}.${ending}`) }),
    schema,
  });

export const collections = {
  ...(Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, defined(kind)])) as {
    [Name in keyof Kinds]: { loader: Loader; schema: Kinds[Name]["schema"] };
  }),
  mails: defineCollection({ loader: mailLoader(), schema: loadedMailSchema }),
};
