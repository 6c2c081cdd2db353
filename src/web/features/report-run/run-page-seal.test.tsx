import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { reportGroup, reportSums, standing } from '../../testing/report-samples.ts';
import { uuid } from '../../testing/samples.ts';
import { json, open, problemOf, RUN, serveRunPage } from './testing/run-page-server.tsx';

const server = serveRunPage();

const SEALED = { at: '2026-03-02T15:20:00Z', by: 'Ada' };

test('a finished run is sealed by an operator, and then says so', async () => {
  server.run = { ...server.run, hash: null, sealed: null };
  server.answers['seal'] = () => {
    server.run = { ...server.run, hash: 'c'.repeat(64), sealed: SEALED, version: 8 };
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
  expect(await screen.findByText('Sealed')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posts()).toHaveLength(1);
  expect(screen.queryAllByTitle('Sealed by Ada on 2 Mar 2026, 16:20:00 UTC+01:00')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Seal' })).toBeNull();
  expect(server.asked).toContain(`POST /api/console/reports/runs/${RUN}/seal`);
});

test('paper is ready when the browser has said that it prints, and says what was sealed and counted', async () => {
  const { progress } = server.run;
  server.run = { ...server.run, sealed: SEALED, progress: { ...progress, offboarded: 1 } };
  server.answers['groups'] = () =>
    json({
      grouping: 'entity',
      groups: [reportGroup(uuid(1), '4', { label: 'Van 1', sessions: 9 })],
      count: 1,
      totals: [reportSums('4', { sessions: 9 })],
      doubtful: [],
      stand: standing(server.run),
    });
  await open({ tab: 'manifest' });
  await waitFor(() => expect(server.asked.some((each) => each.includes('/groups?'))).toBe(true));
  await waitFor(() => {
    window.dispatchEvent(new Event('beforeprint'));
    const rows = within(screen.getByRole('table', { name: 'Result' })).getAllByRole('row');
    expect(rows.map((row) => row.firstChild?.textContent)).toEqual(['Entity', 'Van 1', 'Total']);
  });
  expect(screen.getByText('Sealed by Ada on 2 Mar 2026, 16:20:00 UTC+01:00')).toBeTruthy();
  expect(screen.getByText(/^9 counted of 12 sessions/)).toBeTruthy();
  expect(screen.getByText(/: All \d+ Entities read, 1 offboarded\.$/)).toBeTruthy();
  expect(screen.queryByRole('tablist')).toBeNull();
  act(() => {
    window.dispatchEvent(new Event('afterprint'));
  });
  expect(screen.getByRole('tablist')).toBeTruthy();
});

test('a viewer reads on the button why a report is not sealed', async () => {
  server.role = 'viewer';
  server.run = { ...server.run, hash: null };
  await open();
  expect(await screen.findByText('Not sealed')).toBeTruthy();
  const seal = screen.getByRole('button', { name: 'Seal' });
  await waitFor(() => expect(seal.title).toMatch(/^The role viewer may not/));
  fireEvent.click(seal);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a report that could not be sealed says why, in the dialog', async () => {
  server.run = { ...server.run, hash: null };
  server.answers['seal'] = () => problemOf(503, 'The store is away.');
  await open();
  const seal = await screen.findByRole('button', { name: 'Seal' });
  await waitFor(() => expect(seal.getAttribute('aria-disabled')).toBe('false'));
  fireEvent.click(seal);
  fireEvent.click(screen.getByRole('button', { name: 'Seal the report' }));
  expect(await screen.findByText('The store is away.')).toBeTruthy();
  expect(screen.getByRole('dialog', { name: /^Seal “/ }).textContent).toContain(
    'The report was not sealed',
  );
});

test('a run that waits cannot be sealed', async () => {
  server.run = { ...server.run, state: 'running', finishedAt: null, hash: null };
  await open();
  expect(await screen.findByRole('button', { name: 'Stop' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Seal' })).toBeNull();
  expect(screen.queryByText('Not sealed')).toBeNull();
});

test('a manifest that is not sealed yet is explained', async () => {
  server.run = { ...server.run, state: 'stopped', hash: null };
  let asked = 0;
  server.answers['manifest'] = () => {
    asked += 1;
    return problemOf(409, 'The run is not sealed.');
  };
  await open({ tab: 'manifest' });
  expect(await screen.findByText('There is no manifest yet.')).toBeTruthy();
  expect(asked).toBe(0);
});

test('a refused file is not saved, with the message of the server', async () => {
  server.answers['csv'] = () =>
    problemOf(409, 'This report was read again while the file was written.');
  await open({ tab: 'manifest' });
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
  fireEvent.click(screen.getByRole('button', { name: 'CSV by entity' }));
  expect(await screen.findByText(/^The file was not saved:/)).toBeTruthy();
  expect(screen.getByText('This report was read again while the file was written.')).toBeTruthy();
  expect(server.asked).toContain(`GET /api/console/reports/runs/${RUN}/export/csv?by=entity`);
});
