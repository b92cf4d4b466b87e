import type { APIRoute, GetStaticPaths } from "astro";
import { renderSocialCard } from "~/components/illustrations/social-card/card-file.ts";
import { getCards } from "~/content/feeds/social-cards.ts";
import { getSite } from "~/content/queries/site.ts";
import type { SocialCard } from "~/domain/catalogue/pictures.ts";

export const getStaticPaths: GetStaticPaths = async () => {
  const { name } = await getSite();
  return [...(await getCards())].map(([card, props]) => ({ params: { card }, props: { card: props, name } }));
};

export const GET: APIRoute<{ card: SocialCard; name: string }> = async ({ props }) =>
  new Response(await renderSocialCard(props.card, props.name), {
    headers: { "content-type": "image/png" },
  });
