import type { APIRoute, GetStaticPaths } from "astro";
import type { SocialCard } from "~/illustrations/social-card/card.ts";
import { renderSocialCard } from "~/illustrations/social-card/render-card.ts";
import { getCards } from "../_content/cards.ts";
import { getSite } from "../_content/site.ts";

export const getStaticPaths: GetStaticPaths = async () => {
  const { name } = await getSite();
  return [...(await getCards())].map(([card, props]) => ({ params: { card }, props: { card: props, name } }));
};

/** The picture a shared link shows. */
export const GET: APIRoute<{ card: SocialCard; name: string }> = async ({ props }) =>
  new Response(await renderSocialCard(props.card, props.name), {
    headers: { "content-type": "image/png" },
  });
