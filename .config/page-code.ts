import type { Plugin } from 'vite';

/** Code that is loaded only where it is configured. */
const SELDOM = /streets-layer-/;

/** Lists the scripts and styles of the built page in `page-code.json`; see `src/web/api/page-code.ts`. */
export function pageCode(): Plugin {
  return {
    name: 'page-code',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.keys(bundle).filter(
        (name) => /\.(?:js|css)$/.test(name) && !SELDOM.test(name),
      );
      const source = JSON.stringify(files.map((name) => `/${name}`).toSorted());
      this.emitFile({ type: 'asset', fileName: 'page-code.json', source });
    },
  };
}
