// npm run browsers: checks the built scripts and style sheets against package.json's `browserslist`. Biome
// lints the sources.
import css from "@eslint/css";
import browserslist from "browserslist";
import baselineJs from "eslint-plugin-baseline-js";

/** The newest year whose Baseline all supported browsers have. */
const available = newestBaseline(browserslist());

function newestBaseline(supportedBrowsers) {
  let year = new Date().getFullYear();
  while (!supportedBrowsers.every((browser) => baselineBrowsers(year).includes(browser))) year -= 1;
  return year;
}

function baselineBrowsers(year) {
  return browserslist(`baseline ${year} with downstream`);
}

const ALLOWED_FEATURES = [
  // All supported browsers have these, although Baseline lists them later or never.
  ...["object-hasown", "web-locks", "proto"],
  // The code that uses these checks first that the browser has them: our own, React and Paystack's package.
  ...["share", "network-information", "ua-client-hints"],
  // Only `writeText` is used. A link that cannot be copied is shown, to be selected by hand.
  "async-clipboard",
];

/** Styles that all supported browsers have as they are used here, or with the prefix that the build adds. */
const SUPPORTED_STYLES = {
  atRules: ["layer", "page"],
  selectors: ["backdrop", "focus-visible", "marker"],
  properties: [
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
};

/**
 * Styles that a browser may lack. Without them the page is plainer and still works. A rule with an unknown
 * selector is dropped, and an unknown condition is false. `@property` and `color-mix` have a fallback or an
 * `@supports`. Heights in `dvh` come after the same in `vh`.
 */
const OPTIONAL_STYLES = {
  atRules: ["container", "property"],
  selectors: ["details-content", "has", "open", "popover-open"],
  properties: [
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
};

const ALLOWED_STYLES = {
  allowAtRules: [...SUPPORTED_STYLES.atRules, ...OPTIONAL_STYLES.atRules],
  allowSelectors: [...SUPPORTED_STYLES.selectors, ...OPTIONAL_STYLES.selectors],
  allowProperties: [...SUPPORTED_STYLES.properties, ...OPTIONAL_STYLES.properties],
  allowPropertyValues: {
    "break-after": ["avoid"],
    "break-before": ["column"],
    overflow: ["clip"],
    "overflow-wrap": ["anywhere"],
  },
  allowFunctions: ["color-mix"],
  allowMediaConditions: ["forced-colors", "scripting"],
  allowUnits: ["dvh"],
};

/** Syntax that disables a whole rule or media query in a browser that does not know it. */
const REFUSED_STYLES = [
  {
    selector: "Condition[kind='media'] > Identifier[name='not'], Condition[kind='media'] FeatureRange",
    message: "Chrome 99 does not know this media query: write `width <=` and `width >=`.",
  },
  ...[
    "PseudoClassSelector[name='has']",
    "PseudoClassSelector[name='not'] PseudoClassSelector[name='has']",
  ].map((selector) => ({
    selector: `Rule > SelectorList[children.length>1] > Selector > ${selector}`,
    message: "A browser without :has() ignores the whole list of selectors: give it a rule of its own.",
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
          ignoreFeatures: ALLOWED_FEATURES,
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
      "css/use-baseline": ["error", { available, ...ALLOWED_STYLES }],
      "no-restricted-syntax": ["error", ...REFUSED_STYLES],
    },
  },
];
