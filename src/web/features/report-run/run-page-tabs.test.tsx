import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ENTITY_FINDINGS, SESSION_FINDINGS } from '../../../contract/console/report-exceptions.ts';
import { reportSums, standing } from '../../testing/report-samples.ts';
import { uuid } from '../../testing/samples.ts';
import { EARLIER, entityState, json, open, RUN, serveRunPage } from './testing/run-page-server.tsx';

const server = serveRunPage();

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

test('a period without sessions shows what was read', async () => {
  server.answers['groups'] = () =>
    json({
      grouping: 'entity',
      groups: [],
      count: 0,
      totals: [],
      doubtful: [],
      stand: standing(server.run),
    });
  await open();
  expect(await screen.findByText('No session belongs to this period.')).toBeTruthy();
  expect(screen.getByText(/2 Entities were read\./)).toBeTruthy();
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

test('a repeated run is compared with its original: nothing differs', async () => {
  server.run = { ...server.run, relation: { kind: 'again', run: EARLIER } };
  const totals = [reportSums('1', { sessions: 3 })];
  server.answers['comparison'] = () =>
    json({
      earlier: EARLIER,
      later: RUN,
      added: 0,
      vanished: 0,
      changed: 0,
      same: 3,
      totals: { earlier: totals, later: [reportSums('1.25', { sessions: 3 })] },
    });
  server.answers['groups'] = () =>
    json({
      grouping: 'entity',
      rows: [
        {
          key: uuid(1),
          earlierKey: null,
          label: 'Van 1',
          unit: 'kWh',
          earlier: null,
          later: reportSums('1.25'),
        },
      ],
      count: 1,
    });
  server.answers['differences'] = () => json({ sessions: [], cursor: null });
  await open({ tab: 'compare' });
  expect(
    await screen.findByText('Nothing differs: all 3 sessions are the same in both.'),
  ).toBeTruthy();
  const sideBySide = screen.getByRole('table', { name: 'Totals side by side' });
  expect(within(sideBySide).getByText('+0.25')).toBeTruthy();
  expect(within(sideBySide).getByText('+25.0 %')).toBeTruthy();
  expect(await screen.findByText('+1.25')).toBeTruthy();
  expect(await screen.findByText('No session is changed.')).toBeTruthy();
});

test('a list of sessions stays as read when the run continues, and says so', async () => {
  const one = {
    entityId: uuid(1),
    entityName: 'Van 1',
    id: uuid(40),
    start: '2026-02-01T10:00:00Z',
    end: '2026-02-01T11:00:00Z',
    zone: null,
    unit: 'kWh',
    energy: '10.5',
    energyInGroup: '10.5',
    registers: { t1: '10.5', t2: null, t3: null, t4: null },
    cost: null,
    unpriced: '0',
    averagePowerW: null,
    socStart: null,
    socEnd: null,
    rangeGainKm: null,
    locationId: null,
    locationLabel: null,
    address: null,
    excluded: 'outside-period',
    findings: ['missing-fields'],
  };
  const complete = server.run;
  server.run = { ...server.run, state: 'running', finishedAt: null, hash: null };
  server.answers['sessions'] = () => json({ sessions: [one], cursor: null });
  await open({ tab: 'sessions', finding: 'missing-fields' });
  const table = await screen.findByRole('table', { name: 'Sessions' });
  expect(table.textContent).toContain('In no total: Belongs to another period; Fields are missing');
  expect(screen.getByRole('button', { name: 'Remove the filter Fields are missing' })).toBeTruthy();
  server.run = complete;
  fireEvent.click(screen.getByRole('button', { name: 'Refresh the report' }));
  expect(await screen.findByText(/The run has continued since this list was read/)).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Sessions' })).toBe(table);
  fireEvent.click(screen.getByRole('button', { name: 'Refresh the sessions' }));
  await waitFor(() => expect(screen.queryByText(/The run has continued/)).toBeNull());
});
