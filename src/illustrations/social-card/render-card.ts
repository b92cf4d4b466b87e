/** Turns a card into a PNG while the site is built. */
import face from "~/assets/bricolage-grotesque.ttf?inline";
import type { SocialCard } from "./card.ts";
import type { CardLayers } from "./card-layers.ts";
import { type CardMeasures, cardMeasures } from "./card-measures.ts";
import { cardWordsSvg, socialCardSvg } from "./card-svg.ts";
import { cardThreads } from "./card-threads.ts";
import { wordsPart } from "./card-words.ts";
import { startRasteriser } from "./rasteriser.ts";

const font = Buffer.from(face.slice(face.indexOf(",") + 1), "base64");
const drawInThread = cardThreads(font);
let measures: Promise<CardMeasures> | undefined;

/** @returns a PNG of 1200 by 630 pixels */
export async function renderSocialCard(card: SocialCard, siteName: string): Promise<Uint8Array<ArrayBuffer>> {
  measures ??= startRasteriser(font).then(cardMeasures);
  return drawInThread(cardLayers(card, siteName, await measures));
}

/** The card's words on the ground that all cards of its line have, where they fit onto it; otherwise the card in one. */
export function cardLayers(card: SocialCard, siteName: string, { measure, reach }: CardMeasures): CardLayers {
  const part = wordsPart(card, measure, reach);
  if (!part) return { ground: socialCardSvg(card, siteName, measure), words: null };
  const { left, top } = part;
  return {
    ground: socialCardSvg({ title: "", line: card.line }, siteName, measure),
    words: { svg: cardWordsSvg(card, measure, part), left, top },
  };
}
