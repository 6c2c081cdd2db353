/** The path under which a proxy serves the console: empty, or as `/gridhelm`. Its code lies in the folder `assets` of it. */
export const BASE = import.meta.env.PROD
  ? new URL(import.meta.url).pathname.replace(/\/assets\/[^/]*$/, '')
  : '';
