import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { session } from '../../testing/samples.ts';
import { show } from '../../testing/render.tsx';
import { SessionsSummary } from './sessions-summary.tsx';

test('the summary adds exactly, by unit, and marks what is doubtful', async () => {
  await show(
    <SessionsSummary
      sessions={[
        session(1, { energy: 0.1 }),
        session(2, { energy: 0.2 }),
        session(3, { energy: 5, unit: 'MWh' }),
        session(4, { energy: 0 }),
      ]}
      exceptions={new Map([['4', [{ kind: 'zero-energy', detail: null }]]])}
      doubtful={new Set([session(1).id])}
      zone="UTC"
      provisionalFrom={Date.parse('2026-02-01T00:00:00Z')}
      complete
    />,
  );
  expect(screen.getByText('0.30 kWh')).toBeTruthy();
  expect(screen.getByText('5.00 MWh')).toBeTruthy();
  const mark = screen.getByRole('link', { name: '1 doubtful' });
  expect(mark.getAttribute('href')).toContain('odd=doubtful');
  const flagged = screen.getByText('Flagged').nextElementSibling;
  expect(flagged?.textContent).toContain('1');
  expect(screen.getByText('provisional from 1 Feb 2026 on')).toBeTruthy();
});
