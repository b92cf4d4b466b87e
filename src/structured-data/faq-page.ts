import type { Thing } from "./thing.ts";

/**
 * @param questions their answers in HTML, with links as the page has them
 * @param site where the site lives: links without a host lead there
 */
export function faqPage(
  questions: readonly { readonly question: string; readonly answer: string }[],
  site: URL,
): Thing {
  const root = new URL("/", site).href;
  return {
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: {
        "@type": "Answer",
        text: answer.trim().replaceAll(/\n+/g, " ").replaceAll('href="/', `href="${root}`),
      },
    })),
  };
}
