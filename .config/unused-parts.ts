import type { Plugin } from 'vite';

/** Whole modules, and what takes their place. */
const MODULES: readonly (readonly [id: RegExp, instead: string])[] = [
  // Ripples are off in the theme, and no button of the console has a spinner.
  [
    /@mui[\\/]material[\\/](?:ButtonBase[\\/]TouchRipple|CircularProgress[\\/]\w+)\.mjs$/,
    'export default function Undrawn() { return null; }',
  ],
  // The theme's custom properties are in a style sheet, and their scheme is chosen in color-mode.ts.
  [
    /@mui[\\/]material[\\/]styles[\\/]createTheme\.mjs$/,
    'export { default } from "./createThemeNoVars.mjs";',
  ],
  [
    /@mui[\\/]material[\\/]styles[\\/]ThemeProviderWithVars\.mjs$/,
    'const none = () => { throw new Error("Left out of the page"); };' +
      'export { none as CssVarsProvider, none as useColorScheme, none as getInitColorSchemeScript,' +
      'none as Experimental_CssVarsProvider };',
  ],
  // No style of the console asks for the width of a container, and none is in a layer.
  [
    /@mui[\\/]system[\\/]cssContainerQueries[\\/]\w+\.mjs$/,
    'export const isCqShorthand = () => false; export const getContainerQuery = () => null;' +
      'export const sortContainerQueries = (theme, css) => css; export default (theme) => theme;',
  ],
  [
    /@mui[\\/]system[\\/]ThemeProvider[\\/]useLayerOrder\.mjs$/,
    'export default function useLayerOrder() { return null; }',
  ],
  // For themes that a build step reads.
  [
    /@mui[\\/]material[\\/]styles[\\/]stringifyTheme\.mjs$/,
    'export function stringifyTheme() { throw new Error("Left out of the page"); }',
  ],
  // Emotion asks which of 300 properties an element takes; MUI gives it elements these alone are not for.
  [
    /@emotion[\\/]is-prop-valid[\\/]dist[\\/].*\.js$/,
    'const kept = new Set(["ownerState", "theme", "sx", "as"]);' +
      'export default function isPropValid(name) { return !kept.has(name); }',
  ],
  // Only Emotion's withTheme copies static members, and this console has no use of it.
  [
    /hoist-non-react-statics[\\/]dist[\\/]hoist-non-react-statics\.cjs\.js$/,
    'module.exports = (target) => target;',
  ],
];

/** What zod's schemas can do beside parsing, by the text in `classic/schemas.js` and what takes its place. */
const ZOD: readonly (readonly [text: RegExp, instead: string])[] = [
  // JSON schemas are made by the server, for its documents.
  [/^ *inst\._zod\.processJSONSchema = .*;$/gm, ''],
  [
    /^import \{ createStandardJSONSchemaMethod, createToJSONSchemaMethod \} from .*;$/gm,
    'const createStandardJSONSchemaMethod = () => () => { throw new Error("Left out of the page"); };' +
      'const createToJSONSchemaMethod = createStandardJSONSchemaMethod;',
  ],
  // Formats have functions of their own, such as `z.guid()`; as methods they bring all of them along.
  [
    /(core\.\$ZodString\.init\(inst, def\);\n    _ZodString\.init\(inst, def\);\n\}), \{\n {4}email\([^]*?\n\}\);/,
    '$1);',
  ],
  // Schemas that no contract has.
  [
    /^ {4}(?:and|prefault|nonoptional|exactOptional|exactPartial|required)\(.*\) \{\n(?: {8}.*\n)+ {4}\},\n/gm,
    '',
  ],
  // What a schema's checks are, for those that describe it.
  [/^\/\*@__PURE__\*\/ util\.derived\(\{\n(?: {4}.*\n)+\}, (\{\n(?: {4}.*\n)+\})\)\);/gm, '$1);'],
  // A parser compiled from text, which the Content-Security-Policy forbids.
  [/core\.\$ZodObjectJIT\.init/, 'core.$ZodObject.init'],
  // Guards values that contain themselves, which neither JSON nor an address can.
  [/core\.config\(\{ memoizer: core\.memoizer\(\) \}\);/g, ';'],
];
const SCHEMAS = /zod[\\/]v4[\\/]classic[\\/]schemas\.js$/;

/** Leaves out of the page what packages bring into a first load and this console never uses. */
export function unusedParts(): Plugin {
  return {
    name: 'unused-parts',
    apply: 'build',
    load(id) {
      return MODULES.find(([module]) => module.test(id))?.[1] ?? null;
    },
    transform(code, id) {
      if (!SCHEMAS.test(id)) return null;
      return ZOD.reduce((left, [text, instead]) => {
        if (left.search(text) === -1) throw new Error(`zod has changed: no ${String(text)}`);
        return left.replace(text, instead);
      }, code);
    },
  };
}
