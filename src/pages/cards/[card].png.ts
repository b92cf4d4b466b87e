import type { APIRoute, GetStaticPaths } from "astro";
import { renderSocialCard } from "~/components/illustrations/social-card/card-file.ts";
import { getCataloguePage } from "~/content/queries/catalogue.ts";
import { getHome, getTextPage } from "~/content/queries/pages.ts";
import { requireSingle } from "~/content/queries/require-entry.ts";
import { getSite } from "~/content/queries/site.ts";
import { getTracks } from "~/content/queries/tracks.ts";
import { cardName } from "~/domain/catalogue/links.ts";
import type { SocialCard } from "~/domain/catalogue/pictures.ts";

export const getStaticPaths: GetStaticPaths = async () => {
  const { name } = await getSite();
  return [...(await getCards())].map(([card, props]) => ({ params: { card }, props: { card: props, name } }));
};

export const GET: APIRoute<{ card: SocialCard; name: string }> = async ({ props }) =>
  new Response(await renderSocialCard(props.card, props.name), {
    headers: { "content-type": "image/png" },
  });

/** Returns the social cards of all indexed pages, by card name. A level has its track's card. */
async function getCards(): Promise<Map<string, SocialCard>> {
  const [home, catalogue, contact, curriculum, about, terms, policy, tracks] = await Promise.all([
    getHome(),
    getCataloguePage(),
    requireSingle("contact"),
    requireSingle("curriculum"),
    getTextPage("about"),
    getTextPage("terms"),
    getTextPage("policy"),
    getTracks(),
  ]);
  const cards: [path: string, card: SocialCard][] = [
    ["/", { title: home.hero.heading, kicker: home.hero.kicker }],
    ["/About", { title: about.title }],
    ["/Contact", { title: contact.heading }],
    ["/Courses", { title: "Pick your line", kicker: catalogue.heading }],
    ["/Single-course", { title: "Every course in detail", kicker: catalogue.heading }],
    ["/Curriculum", { title: "Cloud DevOps, tool by tool", kicker: curriculum.heading, line: "green" }],
    ["/Pricing", { title: "What each course costs", kicker: "Pricing" }],
    ["/Compare", { title: "All courses side by side", kicker: catalogue.heading }],
    ["/Sponsor", { title: "Pay for a learner, from wherever you are" }],
    ["/Search", { title: "Search questions and curricula" }],
    ["/Which-track", { title: "Which track fits me?", kicker: "A few questions" }],
    ["/Plan", { title: "Each payment with its date", kicker: "Pricing" }],
    ["/Cohort", { title: "When the next cohort starts", kicker: catalogue.heading }],
    ["/Signup", { title: "Register and secure your slot" }],
    ["/Faqs", { title: "Frequently asked questions" }],
    ["/Policy", { title: policy.title }],
    ["/Terms&Condition", { title: terms.heading ?? terms.title }],
    ...tracks.map(({ route, name, line }): [string, SocialCard] => [route, { title: name, line }]),
  ];
  return new Map(cards.map(([path, card]) => [cardName(path), card]));
}
