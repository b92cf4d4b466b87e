/** The drawing inside a module's station: strokes on a 48 by 48 field, within 11 and 37. */
export const moduleSigns = {
  terminal: "M15 17l7 7-7 7M26 32h9",
  code: "M19 16l-8 8 8 8M29 16l8 8-8 8",
  pipeline: "M11 24h24M28 17l7 7-7 7M13 17v14",
  cloud: "M16 32h17a5.5 5.5 0 0 0 0-11 9 9 0 0 0-17-1 6 6 0 0 0 0 12z",
  container: "M13 18l11-5 11 5v12l-11 5-11-5zM13 18l11 5 11-5M24 23v12",
  blueprint: "M13 14h22v20H13zM13 23h9v11M22 27h13",
} as const;

export type ModuleSignName = keyof typeof moduleSigns;
