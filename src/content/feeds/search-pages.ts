import { hasEdge } from "~/domain/contact/has-edge.ts";
import type { SearchEntry } from "~/domain/search/search-options.ts";

interface SearchPage {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly synonyms: string;
}

const MONEY = "price prices cost costs fee fees tuition pay payment payments naira dollars";
const INSTALMENTS = "instalment instalments installment installments monthly";

const pages: readonly SearchPage[] = [
  {
    id: "/Pricing",
    title: "Pricing",
    text: "What every course costs, in naira by card or Paystack, in dollars by PayPal.",
    synonyms: `${MONEY} ${INSTALMENTS}`,
  },
  {
    id: "/Plan",
    title: "Plan the payments",
    text: "Every payment of a plan, with its date.",
    synonyms: `${MONEY} ${INSTALMENTS} calendar`,
  },
  {
    id: "/Signup",
    title: "Register",
    text: "Register for a course and pay the registration fee.",
    synonyms: "enroll enrol enrolment apply join sign up signup form",
  },
  {
    id: "/Cohort",
    title: "Next cohort",
    text: "Dates, class times, and what you need before the first class.",
    synonyms: "start date dates when begin schedule timetable time laptop data",
  },
  {
    id: "/Courses",
    title: "Courses",
    text: "All courses, with price and length.",
    synonyms: "course bootcamp bootcamps training classes track tracks",
  },
  {
    id: "/Compare",
    title: "Compare courses",
    text: "All courses side by side.",
    synonyms: "comparison difference table",
  },
  {
    id: "/Which-track",
    title: "Which track fits me?",
    text: "Five questions that help you choose.",
    synonyms: "choose beginner quiz recommend advice",
  },
  {
    id: "/Contact",
    title: "Contact",
    text: "Message, call or chat with us on WhatsApp.",
    synonyms: "email phone whatsapp help support chat call number",
  },
  {
    id: "/About",
    title: "About us",
    text: "Our story, our goal and our mission.",
    synonyms: "who academy story mission goal",
  },
  {
    id: "/Terms%26Condition",
    title: "Terms and Conditions",
    text: "Payment terms and refunds.",
    synonyms: "refund refunds rules withdraw policy",
  },
  {
    id: "/Policy",
    title: "Privacy Policy",
    text: "What we collect about you, and why.",
    synonyms: "privacy data cookies cookie",
  },
];

const enrolmentPage: SearchPage = {
  id: "/My-enrolment",
  title: "My enrolment",
  text: "What you've paid, your next installment, and your receipts.",
  synonyms: "pay receipt receipts balance owe link login portal",
};

/** The pages that are found by their name and by the words that visitors use for them. */
export function searchPages(): SearchEntry[] {
  const found = hasEdge() ? [...pages, enrolmentPage] : pages;
  return found.map((page) => ({ ...page, place: "Pages", kind: "page" }));
}
