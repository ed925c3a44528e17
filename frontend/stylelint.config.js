/** Spacing, type and colours by the tokens of theme/tokens.css alone, and breakpoints from four. */
const space = ["/^((0|1px|-1px|auto|inherit|\\d+%|var\\(--[^)]+\\)|(calc|max|min|env)\\(.+\\))\\s*)+$/"];
const widths = ["600px", "760px", "960px", "1280px", "80em"];

export default {
  rules: {
    "declaration-property-value-allowed-list": {
      "/^((row-|column-)?gap|(padding|margin)(-.+)?)$/": space,
      "font-size": ["/^var\\(--t\\d+\\)$/", "inherit"],
    },
    "color-no-hex": true,
    "color-named": "never",
    "function-disallowed-list": ["rgb", "rgba", "hsl", "hsla"],
    "media-feature-name-value-allowed-list": { width: widths },
    "media-feature-name-disallowed-list": ["min-width", "max-width"],
  },
  overrides: [
    {
      files: ["src/app/theme/{tokens,font}.css"],
      rules: {
        "declaration-property-value-allowed-list": null,
        "color-no-hex": null,
        "function-disallowed-list": null,
        "media-feature-name-value-allowed-list": null,
      },
    },
  ],
};
