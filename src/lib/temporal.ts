/** The platform's own Temporal; the polyfill where there is none yet, such as Safari and Node. */
export const { Temporal } =
  'Temporal' in globalThis ? globalThis : await import('temporal-polyfill');
