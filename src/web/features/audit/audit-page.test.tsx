import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../testing/render.tsx';
import { ChainCheck } from './chain-check.tsx';
import { AuditSearch, filterOf } from './audit-search.ts';

afterEach(() => vi.unstubAllGlobals());

test('all breaks of a broken chain are listed', async () => {
  const found = {
    rows: 1,
    checkedAt: '2026-03-02T15:00:00Z',
    breaks: [
      { code: 'changed', sequence: 2 },
      { code: 'missing', sequence: 5, last: 7, atEnd: false },
    ],
    breaksTotal: 203,
    since: 1,
  };
  vi.stubGlobal('fetch', async () => Response.json(found));
  await show(<ChainCheck />);
  fireEvent.click(screen.getByRole('button', { name: 'Check the chain' }));
  expect(await screen.findByText('The chain is broken.')).toBeTruthy();
  const breaks = within(screen.getByRole('list', { name: 'Breaks of the chain' }));
  expect(breaks.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Row 2 is not as it was written.',
    'Rows 5 to 7 are missing.',
    'and 201 more; npm run audit:verify prints all',
  ]);
});

test('filters of a link are sent to the server', () => {
  const search = AuditSearch.parse({
    action: 'sweep',
    outcome: 'done',
    target: '',
    from: '2026-03-29',
    to: '2026-03-29',
    x: 1,
  });
  expect(filterOf(search, 'Europe/Brussels')).toEqual({
    action: 'sweep',
    outcome: 'done',
    from: '2026-03-28T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
  });
  expect(filterOf(AuditSearch.parse({ action: 'nonsense' }), 'UTC')).toEqual({});
});
