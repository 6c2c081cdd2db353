import type { Plugin } from 'vite';

/** Ripples are off in the theme, and no button of the console has a spinner. */
const UNDRAWN =
  /@mui[\\/]material[\\/](?:ButtonBase[\\/]TouchRipple|CircularProgress[\\/]\w+)\.mjs$/;

/** Leaves out parts of packages that are imported by what a first load needs, but are never drawn. */
export function undrawnParts(): Plugin {
  return {
    name: 'undrawn-parts',
    apply: 'build',
    load(id) {
      return UNDRAWN.test(id) ? 'export default function Undrawn() { return null; }' : null;
    },
  };
}
