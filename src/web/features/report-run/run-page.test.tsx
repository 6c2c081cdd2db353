import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ENTITY_FINDINGS, SESSION_FINDINGS } from '../../../contract/console/report-exceptions.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { GROUPS } from '../../testing/report-result-samples.ts';
import { standing } from '../../testing/report-samples.ts';
import { uuid } from '../../testing/samples.ts';
import {
  entityState,
  json,
  open,
  problemOf,
  RUN,
  serveRunPage,
} from './testing/run-page-server.tsx';

const server = serveRunPage();

const SEALED = { at: '2026-03-02T15:20:00Z', by: 'Ada' };

test('a running report says that its figures are partial, and can be stopped', async () => {
  const { progress } = server.run;
  const entities = { total: 40, done: 12, failed: 0, waiting: 28 };
  server.run = {
    ...server.run,
    state: 'running',
    finishedAt: null,
    hash: null,
    progress: { ...progress, entities, remainingMs: 65_000 },
  };
  server.answers['state'] = () => {
    server.run = { ...server.run, state: 'stopped' };
    return json(server.run);
  };
  await open();
  expect(
    await screen.findByText(/Running: 12 of 40 Entities read\. About 1 min more\./),
  ).toBeTruthy();
  expect(await screen.findByText(/^Partial: 12 of 40 Entities read/)).toBeTruthy();
  expect((await screen.findByRole('table', { name: 'Result by entity' })).textContent).toContain(
    'Total so far',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByRole('button', { name: 'Resume' })).toBeTruthy();
  expect(server.asked).toContain(`POST /api/console/reports/runs/${RUN}/state {"state":"stopped"}`);
});

/** A run in the middle of 60 Entities. */
const running = (done: number): ReportRun => ({
  ...server.run,
  state: 'running',
  finishedAt: null,
  hash: null,
  progress: {
    ...server.run.progress,
    entities: { total: 60, done, failed: 0, waiting: 60 - done },
  },
});

test('what is said of figures is of the moment of the figures', async () => {
  server.run = running(40);
  server.answers['groups'] = () => json({ ...GROUPS, stand: standing(running(20)) });
  await open();
  expect(await screen.findByText(/^Partial: 20 of 60 Entities read so far/)).toBeTruthy();
  expect(screen.getByText(/^Running: 40 of 60 Entities read/)).toBeTruthy();
});

test('a finished run is sealed by an operator, and then says so', async () => {
  server.run = { ...server.run, hash: null, sealed: null };
  server.answers['seal'] = () => {
    server.run = { ...server.run, hash: 'c'.repeat(64), sealed: SEALED };
    return json(server.run);
  };
  await open();
  expect(await screen.findByText('Not sealed')).toBeTruthy();
  const marked = await screen.findByRole('link', { name: '2 doubtful' });
  expect(marked.getAttribute('href')).toContain('finding=doubtful');
  expect(
    screen.getByText(/^Figures as of 2 Mar 2026, 10:12 \(Europe\/Zurich\) or later$/),
  ).toBeTruthy();
  const seal = screen.getByRole('button', { name: 'Seal' });
  await waitFor(() => expect(seal.getAttribute('aria-disabled')).toBe('false'));
  fireEvent.click(seal);
  const posts = () => server.asked.filter((each) => each.endsWith('/seal'));
  const dialog = () => within(screen.getByRole('dialog', { name: /^Seal “/ }));
  expect(dialog().getByText(/cannot be changed or unsealed/)).toBeTruthy();
  expect(dialog().getByText(/^1 Feb 2026 to 28 Feb 2026/)).toBeTruthy();
  const doubtful = '2 sessions, in the totals as the Service reported them';
  expect(await dialog().findByText(doubtful)).toBeTruthy();
  fireEvent.click(dialog().getByRole('button', { name: 'Not yet' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posts()).toEqual([]);

  fireEvent.click(screen.getByRole('button', { name: 'Seal' }));
  fireEvent.click(dialog().getByRole('button', { name: 'Seal the report' }));
  expect(await screen.findByText('Sealed by Ada on 2 Mar 2026, 16:20:00 UTC+01:00')).toBeTruthy();
  expect(screen.getByText('c'.repeat(64))).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posts()).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Seal' })).toBeNull();
  expect(server.asked).toContain(`POST /api/console/reports/runs/${RUN}/seal`);
});

test('a refused file is not saved, with the message of the server', async () => {
  server.answers['csv'] = () =>
    problemOf(409, 'This report was read again while the file was written.');
  await open({ tab: 'exceptions' });
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
  fireEvent.click(await screen.findByRole('button', { name: 'CSV by entity' }));
  expect(await screen.findByText(/^The file was not saved:/)).toBeTruthy();
  expect(screen.getByText('This report was read again while the file was written.')).toBeTruthy();
  expect(server.asked).toContain(`GET /api/console/reports/runs/${RUN}/export/csv?by=entity`);
});

test('an Entity that could not be read shows the message of the Service, and is retried alone', async () => {
  const entities = { total: 3, done: 1, failed: 2, waiting: 0 };
  server.run = {
    ...server.run,
    state: 'partial',
    hash: null,
    progress: { ...server.run.progress, entities },
  };
  server.answers['entities'] = () =>
    json({
      entities: [entityState(8, 'failed', 'Disk full'), entityState(9, 'failed', 'Gone')],
      count: 2,
    });
  server.answers['retry'] = () => json({ queued: 1 });
  server.answers['sessions'] = () => json({ sessions: [], cursor: null });
  await open({ tab: 'sessions' });
  expect(await screen.findByText('Disk full')).toBeTruthy();
  expect(screen.getByText(/^Partial: 2 Entities could not be read/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again: Van 8' }));
  await waitFor(() =>
    expect(server.asked).toContain(
      `POST /api/console/reports/runs/${RUN}/retry {"entityId":"${uuid(8)}"}`,
    ),
  );
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Try all 2 again' })).toHaveProperty(
      'disabled',
      false,
    ),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Try all 2 again' }));
  await waitFor(() =>
    expect(server.asked).toContain(`POST /api/console/reports/runs/${RUN}/retry {"entityId":null}`),
  );
});

test('exceptions that were found lead to their sessions; what was not found is named', async () => {
  const counted = [...SESSION_FINDINGS, ...ENTITY_FINDINGS].map((kind) => ({
    kind,
    count: kind === 'overlap' ? 2 : kind === 'duplicates' ? 1 : 0,
  }));
  server.answers['findings'] = () =>
    json({ findings: counted, exclusions: [{ reason: 'outside-period', count: 4 }] });
  server.answers['entities'] = () =>
    json({ entities: [{ ...entityState(5, 'done', null), duplicates: 3 }], count: 1 });
  await open({ tab: 'exceptions' });
  const table = await screen.findByRole('table', { name: 'Anomalous sessions' });
  expect(within(table).getAllByRole('row')).toHaveLength(2);
  const rest = screen.getByText(`${SESSION_FINDINGS.length - 1} other checks found nothing`);
  expect(rest.parentElement?.querySelectorAll('li')).toHaveLength(SESSION_FINDINGS.length - 1);
  expect(within(table).getAllByRole('link')).toHaveLength(1);
  expect(
    within(table).getByRole('link', { name: /^Overlaps or repeats another session/ }),
  ).toBeTruthy();
  expect(
    await screen.findByText(/Listed twice by the Service, and counted once: 3 sessions/),
  ).toBeTruthy();
});
