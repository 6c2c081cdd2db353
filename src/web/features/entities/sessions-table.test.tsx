import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { session } from '../../testing/samples.ts';
import { show } from '../../testing/render.tsx';
import { SessionsSummary } from './sessions-summary.tsx';
import { SessionsTable } from './sessions-table.tsx';

const NEVER = Date.parse('2100-01-01T00:00:00Z');

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

test('all rows of the period, with their totals below', async () => {
  const sessions = Array.from({ length: 30 }, (_, at) => session(at, { energy: 1.5 }));
  await show(
    <SessionsTable
      sessions={sessions}
      zone="UTC"
      exceptions={new Map()}
      provisionalFrom={NEVER}
      label="All"
      onSearch={() => {}}
    />,
  );
  const table = screen.getByRole('table', { name: 'Charge sessions' });
  expect(within(table).getAllByRole('row')).toHaveLength(1 + 30 + 1);
  expect(within(table).getByText('Energy, kWh')).toBeTruthy();
  expect(within(table).getByText('45.00')).toBeTruthy();
});
