import { cardName } from "~/domain/catalogue/card-name.ts";
import { levelHref } from "~/domain/catalogue/links.ts";
import type { SocialCard } from "~/illustrations/social-card/card.ts";
import { getCataloguePage } from "./catalogue.ts";
import { getContactPage } from "./contact.ts";
import { getCurriculum } from "./curriculum.ts";
import { getHome } from "./home.ts";
import { getTextPage } from "./text-pages.ts";
import { getLevels, getTracks } from "./tracks.ts";

/** The social card of every page that search engines see, by the card's name. */
export async function getCards(): Promise<Map<string, SocialCard>> {
  const [home, catalogue, contact, curriculum, about, terms, policy, tracks, levels] = await Promise.all([
    getHome(),
    getCataloguePage(),
    getContactPage(),
    getCurriculum(),
    getTextPage("about"),
    getTextPage("terms"),
    getTextPage("policy"),
    getTracks(),
    getLevels(),
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
    ["/Which-track", { title: "Which track fits me?", kicker: "Five questions" }],
    ["/Plan", { title: "Each payment with its date", kicker: "Pricing" }],
    ["/Cohort", { title: "When the next cohort starts", kicker: catalogue.heading }],
    ["/Signup", { title: "Register and secure your slot" }],
    ["/Faqs", { title: "Frequently asked questions" }],
    ["/Policy", { title: policy.title }],
    ["/Terms&Condition", { title: terms.heading ?? terms.title }],
    ...tracks.map(({ route, name, line }): [string, SocialCard] => [route, { title: name, line }]),
    ...levels.map(({ id, courseName, durationMonths, track }): [string, SocialCard] => [
      levelHref(id),
      { title: courseName, kicker: `${durationMonths} months, live online`, line: track.line },
    ]),
  ];
  return new Map(cards.map(([path, card]) => [cardName(path), card]));
}
