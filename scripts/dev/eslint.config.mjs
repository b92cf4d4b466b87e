// npm run browsers: what the built scripts and style sheets may use, by package.json's `browserslist`. The sources are linted by
// Biome.
import css from "@eslint/css";
import browserslist from "browserslist";
import baselineJs from "eslint-plugin-baseline-js";

/** The newest year whose Baseline all supported browsers have. What came later is listed below, with what happens without it. */
const available = newestBaseline(browserslist());

function newestBaseline(supported) {
  let year = new Date().getFullYear();
  while (!includesAll(browserslist(`baseline ${year} with downstream`), supported)) year -= 1;
  return year;
}

function includesAll(browsers, supported) {
  return supported.every((browser) => browsers.includes(browser));
}

/** All supported browsers have these, though they became Baseline later or are no part of it. */
const SUPPORTED_FEATURES = ["object-hasown", "web-locks", "proto"];
/** Each is asked for before it is used: the first here, the others in React and Paystack's package. */
const OPTIONAL_FEATURES = ["share", "network-information", "ua-client-hints"];
/** Only `writeText` is used, and a link that cannot be copied is shown to be marked by hand. */
const CLIPBOARD = "async-clipboard";

/** All supported browsers have these as they are used here, or with the prefix that the build adds. */
const SUPPORTED_STYLES = {
  allowAtRules: ["layer", "page"],
  allowSelectors: ["backdrop", "focus-visible", "marker"],
  allowProperties: [
    "accent-color",
    "appearance",
    "color-scheme",
    "outline",
    "paint-order",
    "print-color-adjust",
    "scroll-behavior",
    "scroll-snap-type",
    "user-select",
  ],
  allowPropertyValues: { "overflow-wrap": ["anywhere"] },
};

/**
 * Styles that a browser may lack. The page is plainer without them and works: lines break elsewhere, a field
 * does not grow, paper is used less well, a corner is square. A rule with an unknown selector is dropped, a
 * condition that is unknown is false, and Tailwind's `@property` and our `color-mix` stand in or beside an
 * `@supports`. Heights in `dvh` come after the same in `vh`.
 */
const OPTIONAL_STYLES = {
  allowAtRules: ["container", "property"],
  allowFunctions: ["color-mix"],
  allowMediaConditions: ["forced-colors", "scripting"],
  allowSelectors: ["details-content", "has", "open", "popover-open"],
  allowProperties: [
    "container-type",
    "content-visibility",
    "field-sizing",
    "orphans",
    "resize",
    "scale",
    "scrollbar-width",
    "text-wrap",
    "widows",
  ],
  allowPropertyValues: { "break-after": ["avoid"], "break-before": ["column"], overflow: ["clip"] },
  allowUnits: ["dvh"],
};

/** Any of these makes a whole rule or sheet part do nothing in a browser that does not know it. */
const SPOILING = [
  {
    selector: "Condition[kind='media'] > Identifier[name='not'], Condition[kind='media'] FeatureRange",
    message: "Chrome 99 does not know this media query: write `width <=` and `width >=`.",
  },
  ...[
    "PseudoClassSelector[name='has']",
    "PseudoClassSelector[name='not'] PseudoClassSelector[name='has']",
  ].map((selector) => ({
    selector: `Rule > SelectorList[children.length>1] > Selector > ${selector}`,
    message: "Where :has() is unknown the other selectors of the list go with it: give it a rule of its own.",
  })),
  {
    selector: "Block > Declaration Function > Identifier[name='from']",
    message: "A relative colour with a variable is no colour to Chrome 99, whatever fallback precedes it.",
  },
];

export default [
  { linterOptions: { noInlineConfig: true } },
  {
    files: ["**/*.js"],
    plugins: { "baseline-js": baselineJs },
    rules: {
      "baseline-js/use-baseline": [
        "error",
        {
          available,
          includeWebApis: { preset: "auto" },
          includeJsBuiltins: { preset: "auto" },
          ignoreFeatures: [...SUPPORTED_FEATURES, ...OPTIONAL_FEATURES, CLIPBOARD],
        },
      ],
    },
  },
  {
    files: ["**/*.css"],
    plugins: { css },
    language: "css/css",
    languageOptions: { tolerant: true },
    rules: {
      "css/use-baseline": ["error", { available, ...merged(SUPPORTED_STYLES, OPTIONAL_STYLES) }],
      "no-restricted-syntax": ["error", ...SPOILING],
    },
  },
];

function merged(supported, optional) {
  const names = ["allowAtRules", "allowSelectors", "allowProperties"];
  const lists = names.map((name) => [name, [...supported[name], ...optional[name]]]);
  const allowPropertyValues = { ...supported.allowPropertyValues, ...optional.allowPropertyValues };
  return { ...optional, ...Object.fromEntries(lists), allowPropertyValues };
}
