import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StoryFrame } from '../../gallery/story-frame.tsx';
import { stories } from './entities-page.stories.tsx';

async function rowText(state: string, name: RegExp): Promise<string> {
  render(<StoryFrame seed={stories.seed} draw={stories.states[state] ?? (() => null)} />);
  const row = await screen.findByRole('row', { name });
  return row.textContent;
}

test('facts never read are marked and are not zero', async () => {
  const text = await rowText('full', /Antwerpen/);
  expect(text).toContain('never read');
  expect(text).not.toContain('0 kWh');
  expect(text).toContain('5 reads fail');
});

test('a partial read is shown instead of each value, rather than "never read"', async () => {
  const text = await rowText('partly read', /Antwerpen/);
  expect(text).toContain('partly read');
  expect(text).not.toContain('never read');
});
