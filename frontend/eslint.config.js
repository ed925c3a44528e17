import { readdirSync } from "node:fs";
import importX, { createNodeResolver } from "eslint-plugin-import-x";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

/** Imports point one way: app → features → components, hooks → lib. */
const directions = [
  { target: "./src/lib", from: ["./src/app", "./src/features", "./src/components", "./src/hooks"] },
  { target: "./src/hooks", from: ["./src/app", "./src/features", "./src/components"] },
  { target: "./src/components", from: ["./src/app", "./src/features"] },
  { target: "./src/features", from: "./src/app" },
];

/**
 * No feature imports another: what two share stands in components, hooks or lib, and `app` puts
 * features together on a page.
 */
const features = readdirSync(new URL("./src/features/", import.meta.url)).map((name) => ({
  target: `./src/features/${name}`,
  from: "./src/features",
  except: [`./${name}`],
  message: "A feature does not import another one.",
}));

export default defineConfig(
  globalIgnores(["dist", "coverage", "src/lib/api/schema.ts"]),
  {
    files: ["**/*.{ts,tsx}"],
    extends: [
      tseslint.configs.strictTypeChecked,
      tseslint.configs.stylisticTypeChecked,
      reactHooks.configs.flat["recommended-latest"],
      jsxA11y.flatConfigs.strict,
    ],
    plugins: { "import-x": importX },
    languageOptions: { parserOptions: { projectService: true } },
    settings: {
      "import-x/resolver-next": [createNodeResolver({ extensions: [".ts", ".tsx", ".js", ".css"] })],
      "import-x/parsers": { "@typescript-eslint/parser": [".ts", ".tsx"] },
    },
    rules: {
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/prefer-nullish-coalescing": ["error", { ignorePrimitives: true }],
      "import-x/no-cycle": "error",
      "import-x/no-restricted-paths": [
        "error",
        { zones: [...directions, ...features], basePath: import.meta.dirname },
      ],
      // A list styled without markers loses its role in Safari unless the role is repeated.
      "jsx-a11y/no-redundant-roles": ["error", { ul: ["list"], ol: ["list"] }],
      "jsx-a11y/no-noninteractive-tabindex": ["error", { tags: [], roles: ["tabpanel", "log", "region"] }],
      // A tenth of the check's time; what a library deprecates is read when it is upgraded.
      "@typescript-eslint/no-deprecated": "off",
      "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ["**/*.test.{ts,tsx}", "src/test/**"],
    rules: { "max-lines": "off", "@typescript-eslint/no-non-null-assertion": "off" },
  },
);
