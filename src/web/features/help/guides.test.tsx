import { expect, test } from 'vitest';
import { keysOf } from '../../../lib/objects.ts';
import { show } from '../../testing/render.tsx';
import { EXPLAINED, explanationOf, readGuide } from './guides.ts';
import { GuideText } from './help-page.tsx';
import { GUIDES, type Guide } from './help-search.ts';

async function shown(guide: Guide): Promise<HTMLElement> {
  const markdown = await readGuide(guide);
  await show(<GuideText guide={guide} heading="" markdown={markdown} />);
  const article = [...document.querySelectorAll('article')].at(-1);
  if (article === undefined) throw new Error('no guide');
  return article;
}

test.each(keysOf(GUIDES))(
  '%s is a guide of headings, texts and tables, none of them left as it was typed',
  async (guide) => {
    const article = await shown(guide);
    expect(article.querySelectorAll('h2, h3').length).toBeGreaterThan(2);
    for (const code of article.querySelectorAll('code')) code.remove();
    expect(article.textContent.match(/\]\(|\*\*|`|^\||^#/m)).toBeNull();
    expect(article.querySelectorAll('h1, img')).toHaveLength(0);
    for (const link of article.querySelectorAll('a')) {
      expect(link.getAttribute('href')).toMatch(/^\/help\?guide=\w+/);
    }
  },
);

test('each page is explained under a heading that exists', async () => {
  const guides = { screens: await shown('screens'), reports: await shown('reports') };
  for (const path of [...EXPLAINED.map(([begin]) => begin), '/elsewhere']) {
    const { guide, heading } = explanationOf(path);
    const page = guide === 'reports' ? guides.reports : guides.screens;
    expect([path, heading, page.querySelector(`[id="${heading}"]`) !== null]).toEqual([
      path,
      heading,
      true,
    ]);
  }
  expect(explanationOf('/entities/x').heading).toBe('an-entity');
});
