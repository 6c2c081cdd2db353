import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { GROUPS } from '../../testing/report-result-samples.ts';
import { standing } from '../../testing/report-samples.ts';
import { json, open, problemOf, RUN, serveRunPage } from './testing/run-page-server.tsx';

const server = serveRunPage();

test('rows add up to the total shown, and link to their sessions', async () => {
  await open();
  const table = await screen.findByRole('table', { name: 'Result by entity' });
  const energies = ['Van 1', 'Van 2', 'Van 3'].map((name) => {
    const row = within(table).getByRole('link', { name }).closest('tr');
    return row?.querySelectorAll('td')[2]?.textContent;
  });
  expect(energies).toEqual(['0.33', '0.33', '0.34']);
  expect(table.querySelector('tfoot')?.textContent).toContain('Total31.00');
  // What is rounded is exact in its hint.
  expect(screen.queryAllByTitle('0.3333')).toHaveLength(2);
  const link = within(table).getByRole('link', { name: 'Van 1' });
  expect(link.getAttribute('href')).toContain('tab');
  // A long name ends with an ellipsis and is its own hint; the icon after it keeps its room.
  expect(getComputedStyle(link).textOverflow).toBe('ellipsis');
  const { textOverflow, overflow, maxWidth } = getComputedStyle(link);
  expect({ textOverflow, overflow, maxWidth }).toEqual({
    textOverflow: 'ellipsis',
    overflow: 'hidden',
    maxWidth: 'calc(100% - 28px)',
  });
  expect(screen.queryByText(/^Partial:/)).toBeNull();
});

test('the tariff is named once, where it is chosen', async () => {
  server.run = { ...server.run, hash: null, tariff: null };
  await open();
  expect(await screen.findByRole('combobox', { name: 'Tariff' })).toBeTruthy();
  expect(screen.queryByText('No tariff, so no cost')).toBeNull();
});

test('who cannot choose a tariff reads it in the heading', async () => {
  server.role = 'viewer';
  server.run = { ...server.run, hash: null, tariff: null };
  await open();
  expect(await screen.findByText('No tariff, so no cost')).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Tariff' })).toBeNull();
});

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

test('a report is complete on screen once its last figures are', async () => {
  const complete = { ...server.run, version: server.run.version + 1 };
  server.run = running(20);
  await open();
  expect(await screen.findByText(/^Partial: 20 of 60 Entities read so far/)).toBeTruthy();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { groups } = server.answers;
  server.run = complete;
  server.answers['groups'] = async () => {
    await held;
    return groups?.(null) ?? json({});
  };
  const before = server.asked.filter((each) => each.includes('/groups')).length;
  fireEvent.click(screen.getByRole('button', { name: 'Refresh the report' }));
  await waitFor(() =>
    expect(server.asked.filter((each) => each.includes('/groups')).length).toBeGreaterThan(before),
  );
  expect(screen.getByText(/^Partial: 20 of 60 Entities read so far/)).toBeTruthy();
  expect(screen.queryByText(/^All 2 Entities read/)).toBeNull();
  expect(screen.queryByText('Complete')).toBeNull();
  release();
  expect(await screen.findByText(/^All 2 Entities read/)).toBeTruthy();
  expect(screen.getByText('Complete')).toBeTruthy();
  expect(screen.queryByText(/^Partial:/)).toBeNull();
});

test('what is not known of older sessions is said above the figures', async () => {
  const knownLate = { entities: 3, from: '2026-10-11T22:00:00Z' };
  server.run = { ...server.run, progress: { ...server.run.progress, knownLate } };
  await open();
  expect(
    await screen.findByText('Sessions of 3 Entities are known only from 12 Oct 2026.'),
  ).toBeTruthy();
});

test('a viewer sees why nothing can be started', async () => {
  server.role = 'viewer';
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  expect(
    await screen.findByText(/The role viewer may not make, stop or delete reports/),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Run again' })).toHaveProperty('disabled', true);
});

test('a failure shows the message of the server and can be retried', async () => {
  server.answers['run'] = () => problemOf(500, 'The store is on fire');
  await open();
  expect(await screen.findByText('The store is on fire')).toBeTruthy();
  server.answers = { ...server.answers, run: () => json(server.run) };
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Type EV' })).toBeTruthy();
});

test('figures from a day on are provisional', async () => {
  server.run = { ...server.run, provisionalFrom: '2026-02-26T23:00:00Z' };
  await open();
  expect(
    await screen.findByText(/figures from 27 Feb 2026, 00:00 \(Europe\/Zurich\) on may still grow/),
  ).toBeTruthy();
});
