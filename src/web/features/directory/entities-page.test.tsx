import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { StoryFrame } from '../../gallery/story-frame.tsx';
import { stories } from './entities-page.stories.tsx';

async function rowText(state: string, name: RegExp): Promise<string> {
  render(<StoryFrame seed={stories.seed} draw={stories.states[state] ?? (() => null)} />);
  // By its text: the accessible names of all rows take seconds.
  return await vi.waitFor(() => {
    const texts = Array.from(document.querySelectorAll('tbody tr'), (row) => row.textContent);
    const found = texts.filter((text) => name.test(text));
    expect(found).toHaveLength(1);
    return found.join();
  });
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
