import type { Thing } from "./thing.ts";

/**
 * @param questions with answers in HTML
 * @param site origin for links without a host
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
