import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { problem, session } from '../../testing/samples.ts';
import { show } from '../../testing/render.tsx';
import { SessionsSummary } from './sessions-summary.tsx';
import { SessionsTable } from './sessions-table.tsx';
import { SessionsView } from './sessions-view.tsx';
import type { AllSessions } from './use-all-sessions.ts';

const NEVER = Date.parse('2100-01-01T00:00:00Z');

function view(change: Partial<AllSessions>) {
  const all: AllSessions = {
    sessions: [session(1), session(2)],
    state: 'complete',
    error: null,
    looped: false,
    asOf: '2026-03-02T14:02:31Z',
    fetching: false,
    resume: () => {},
    refresh: () => {},
    stored: null,
    provisionalFrom: () => NEVER,
    ...change,
  };
  return show(
    <SessionsView
      entityId="e"
      all={all}
      zone="UTC"
      provisionalFrom={NEVER}
      nowMs={NEVER}
      search={{}}
      onSearch={() => {}}
    />,
  );
}

test('announces that the first page is being read', async () => {
  await view({ sessions: undefined, state: 'reading' });
  expect(screen.getByLabelText('Reading the charge sessions')).toBeTruthy();
});

test('a failure of the first page shows a message and can be retried', async () => {
  const resume = vi.fn<() => void>();
  await view({ sessions: undefined, error: problem('upstream_timeout', 504, 'Slow'), resume });
  expect(screen.getByRole('alert').textContent).toContain('Slow');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(resume).toHaveBeenCalledTimes(1);
});

test('pages are shown while others are being read', async () => {
  await view({ state: 'reading' });
  expect(screen.getByText('2 sessions read so far…')).toBeTruthy();
  expect(screen.getByText('21.00 kWh')).toBeTruthy();
  expect(screen.getByText('So far 2 sessions')).toBeTruthy();
});

test('a failure in the middle keeps what was read, calls it partial, and resumes from there', async () => {
  const resume = vi.fn<() => void>();
  await view({ state: 'partial', error: problem('upstream_unavailable', 502), resume });
  expect(screen.getByRole('alert').textContent).toContain('the counts below are partial');
  expect(screen.getByText('21.00 kWh')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(resume).toHaveBeenCalledTimes(1);
});

test('a service that repeats a page is distinguished from the end', async () => {
  await view({ state: 'partial', looped: true });
  expect(screen.getByRole('alert').textContent).toContain('may be incomplete');
});

test('the summary adds exactly, by unit', async () => {
  await show(
    <SessionsSummary
      sessions={[
        session(1, { energy: 0.1 }),
        session(2, { energy: 0.2 }),
        session(3, { energy: 5, unit: 'MWh' }),
        session(4, { energy: 0 }),
      ]}
      exceptions={new Map([['4', [{ kind: 'zero-energy', detail: null }]]])}
      doubtful={new Set()}
      zone="UTC"
      provisionalFrom={Date.parse('2026-02-01T00:00:00Z')}
      complete
    />,
  );
  expect(screen.getByText('0.30 kWh')).toBeTruthy();
  expect(screen.getByText('5.00 MWh')).toBeTruthy();
  const flagged = screen.getByText('Flagged').nextElementSibling;
  expect(flagged?.textContent).toContain('1');
  expect(screen.getByText('provisional from 1 Feb 2026 on')).toBeTruthy();
});

test('a doubtful session is marked beside the sum that contains it, and leads to its row', async () => {
  await view({ sessions: [session(1), session(2, { energy: 20_000 })] });
  const mark = screen.getByRole('link', { name: '1 doubtful' });
  expect(mark.getAttribute('href')).toContain('odd=doubtful');
  expect(screen.getByText('20.01 MWh')).toBeTruthy();
  expect(screen.getByText(/More energy than the limit/)).toBeTruthy();
});

test('a page of rows, with totals of the whole period below', async () => {
  const sessions = Array.from({ length: 30 }, (_, at) => session(at, { energy: 1.5 }));
  const onSearch = vi.fn<(change: object) => void>();
  await show(
    <SessionsTable
      sessions={sessions}
      zone="UTC"
      exceptions={new Map()}
      provisionalFrom={NEVER}
      label="All"
      page={2}
      size={25}
      onSearch={onSearch}
    />,
  );
  const table = screen.getByRole('table', { name: 'Charge sessions' });
  expect(within(table).getAllByRole('row')).toHaveLength(1 + 5 + 1);
  expect(within(table).getByText('Energy, kWh')).toBeTruthy();
  expect(within(table).getByText('45.00')).toBeTruthy();
  expect(screen.getByText('26–30 of 30')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(onSearch).toHaveBeenCalledWith({ page: undefined });
});
