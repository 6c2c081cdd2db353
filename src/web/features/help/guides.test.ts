import { expect, test } from 'vitest';
import { blocksOf, spansOf } from './guide-blocks.ts';
import { anchorOf, explanationOf, GUIDES, readGuide } from './guides.ts';

const NAMES = ['screens', 'dispatch', 'reports', 'glossary'] as const;

test.each(NAMES)(
  '%s is a guide of headings, texts and tables, none of them left as it was typed',
  async (guide) => {
    const blocks = blocksOf(await readGuide(guide));
    expect(blocks.filter(({ kind }) => kind === 'heading').length).toBeGreaterThan(2);
    const texts = blocks.flatMap((block) => {
      if (block.kind === 'list') return block.items;
      if (block.kind === 'table') return [...block.head, ...block.rows.flat()];
      return block.kind === 'code' ? [] : [block.text];
    });
    const plain = texts
      .flatMap(spansOf)
      .flatMap(({ text, look }) => (look === 'code' ? [] : [text]));
    expect(plain.filter((text) => /\]\(|\*\*|`|^\||^#/.test(text))).toEqual([]);
    expect(GUIDES[guide]).toBeTruthy();
  },
);

test('each page is explained under a heading that exists', async () => {
  for (const path of [
    '/',
    '/audit',
    '/batches',
    '/batches/x',
    '/bulk',
    '/catalogue',
    '/collectives',
    '/collectives/x',
    '/entities',
    '/entities/x',
    '/map',
    '/offboarding',
    '/reports',
    '/reports/new',
    '/schedule',
    '/settings',
    '/settings/console',
    '/settings/fleet',
    '/elsewhere',
  ]) {
    const { guide, heading } = explanationOf(path);
    const found = blocksOf(await readGuide(guide)).some(
      (block) => block.kind === 'heading' && anchorOf(block.text) === heading,
    );
    expect([path, heading, found]).toEqual([path, heading, true]);
  }
  expect(explanationOf('/entities/x').heading).toBe('an-entity');
});

test('the parts of a line', () => {
  expect(spansOf('see [the `guide`](dispatch.md#guard), **not** `x`')).toEqual([
    { text: 'see ' },
    { text: 'the guide', to: 'dispatch.md#guard' },
    { text: ', ' },
    { text: 'not', look: 'bold' },
    { text: ' ' },
    { text: 'x', look: 'code' },
  ]);
});
