import type { Guide } from './help-search.ts';

// Vite reads the names here: as in `GUIDES`, and no other file of `docs/`.
const TEXTS = import.meta.glob<string>('/docs/{screens,dispatch,reports,glossary}.md', {
  query: '?raw',
  import: 'default',
});

/** Loads the text of a guide. @throws if its code is gone, as after an upgrade */
export async function readGuide(guide: Guide): Promise<string> {
  return (await TEXTS[`/docs/${guide}.md`]?.()) ?? '';
}

/** Where each page is explained, by the beginning of its address; the longest counts. */
export const EXPLAINED: readonly (readonly [path: string, heading: string, guide?: Guide])[] = [
  ['/', 'overview'],
  ['/audit', 'audit'],
  ['/batches', 'a-batch'],
  ['/bulk', 'bulk'],
  ['/catalogue', 'onboarding-catalogue'],
  ['/collectives', 'lists-of-collectives-and-entities'],
  ['/collectives/', 'a-collective'],
  ['/entities', 'lists-of-collectives-and-entities'],
  ['/entities/', 'an-entity'],
  ['/map', 'map'],
  ['/offboarding', 'offboarding'],
  ['/reports', 'reports'],
  ['/reports/new', 'the-address', 'reports'],
  ['/schedule', 'planning'],
  ['/settings', 'operators'],
  ['/settings/console', 'the-pages'],
  ['/settings/fleet', 'fleet-data'],
];

/** The guide and heading that explain a page. */
export function explanationOf(pathname: string): { guide: Guide; heading: string } {
  const found = EXPLAINED.filter(([path]) => pathname.startsWith(path)).toSorted(
    ([a], [b]) => b.length - a.length,
  )[0];
  return { guide: found?.[2] ?? 'screens', heading: found?.[1] ?? 'the-pages' };
}

/** The anchor of a heading, as repositories on the web make it. */
export function anchorOf(heading: string): string {
  const plain = heading.replaceAll(/[`*]/g, '').toLowerCase();
  return plain.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
}
