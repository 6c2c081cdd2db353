import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AuditRow } from '../../../contract/console/audit.ts';
import { uuid } from '../../testing/samples.ts';
import { show } from '../../testing/render.tsx';
import { AuditPage } from './audit-page.tsx';
import { filterOf } from './audit-queries.ts';
import { AuditSearch } from './audit-search.ts';

const row = (sequence: number, change: Partial<AuditRow> = {}): AuditRow => ({
  sequence,
  at: '2026-03-02T14:02:31Z',
  action: 'dispatch',
  operatorName: 'Ada',
  session: 'abcdef0123',
  address: '10.0.0.7',
  requestId: 'req-1',
  target: `collective ${uuid(900)}`,
  body: '{"reason":"a\\u2028b"}',
  outcome: 'accepted',
  upstreamStatus: 201,
  dispatchId: uuid(800),
  hash: 'f'.repeat(64),
  ...change,
});

let role = 'administrator';
let asked: string[] = [];
let reasons: unknown[] = [];
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
beforeEach(() => {
  role = 'administrator';
  asked = [];
  reasons = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    asked.push(url);
    const asOf = '2026-03-02T15:00:00Z';
    if (url === '/auth/session') {
      const operator = { id: 'o', name: 'Ada', role };
      return json({
        operator,
        signIn: { demo: [], password: false, setup: false },
        embedded: true,
      });
    }
    if (url.endsWith('/check')) {
      const breaks = [
        { code: 'changed', sequence: 2 },
        { code: 'missing', sequence: 5, last: 7, atEnd: false },
      ];
      const more = { breaks, breaksTotal: 2, anchorProblems: [], acceptances: [] };
      return json({
        rows: 1,
        holds: false,
        brokenAt: 2,
        checkedAt: asOf,
        ...more,
      });
    }
    if (url.endsWith('/reanchor')) {
      reasons.push(init?.body);
      const accepted = { sequence: 9, at: asOf, operatorName: 'Ada', reason: 'the old fault' };
      return json({
        rows: 9,
        holds: true,
        brokenAt: null,
        checkedAt: asOf,
        breaks: [],
        breaksTotal: 0,
        anchorProblems: [],
        acceptances: [
          {
            ...accepted,
            breaks: [{ code: 'changed', sequence: 2 }],
            breaksTotal: 1,
          },
        ],
      });
    }
    if (url.includes('before=2')) return json({ rows: [row(1)], before: null, asOf });
    return json({ rows: [row(3, { action: 'later' }), row(2)], before: 2, asOf });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const open = (search = {}) => show(<AuditPage search={search} onSearch={() => {}} />);

test('rows page after page; an unknown action is shown verbatim', async () => {
  await open();
  expect(await screen.findByText('later')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show older rows' }));
  expect(await screen.findByText('3 rows, no older ones')).toBeTruthy();
  expect(asked.some((url) => url.includes('limit=100'))).toBe(true);
});

test('the details of a row, as stored', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Details of row 2' }));
  const dialog = await screen.findByRole('dialog', { name: 'Row 2: Dispatch' });
  expect(within(dialog).getByText('{"reason":"a\\u2028b"}')).toBeTruthy();
  expect(within(dialog).getByText('10.0.0.7')).toBeTruthy();
});

test('all breaks of a broken chain are listed; an administrator accepts them with a reason', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Check the chain' }));
  expect(await screen.findByText('The chain is broken.')).toBeTruthy();
  expect(screen.getByText(/There is 1 more break\. Checked/)).toBeTruthy();
  const breaks = screen.getByRole('list', { name: 'Breaks of the chain' });
  expect(within(breaks).getByText('Row 2 is not as it was written.')).toBeTruthy();
  expect(within(breaks).getByText('Rows 5 to 7 are missing.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Re-anchor the chain' }));
  const dialog = await screen.findByRole('dialog', { name: 'Re-anchor the chain?' });
  const act = within(dialog).getByRole('button', { name: 'Re-anchor the chain' });
  expect(act).toHaveProperty('disabled', true);
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'the old fault' } });
  fireEvent.click(act);
  expect(await screen.findByText('The chain holds.')).toBeTruthy();
  expect(screen.getByText(/Row 9: re-anchored by Ada/)).toBeTruthy();
  expect(screen.getByText(/before row 9 are known and accepted/)).toBeTruthy();
  expect(reasons).toEqual(['{"reason":"the old fault"}']);
});

test('an approver sees why the chain cannot be re-anchored', async () => {
  role = 'approver';
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Check the chain' }));
  expect(
    await screen.findByText('The role approver may not re-anchor the audit log.'),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Re-anchor the chain' })).toBeNull();
});

test('an operator who may not read it sees why, and nothing is requested', async () => {
  role = 'operator';
  await open();
  expect(await screen.findByText('The role operator may not read the audit log.')).toBeTruthy();
  expect(asked.filter((url) => url !== '/auth/session')).toEqual([]);
});

test('filters of a link are sent to the server', () => {
  const search = AuditSearch.parse({ action: 'sweep', from: '2026-03-29', to: '2026-03-29', x: 1 });
  expect(filterOf(search, 'Europe/Brussels')).toEqual({
    action: 'sweep',
    from: '2026-03-28T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
  });
  expect(filterOf(AuditSearch.parse({ action: 'nonsense' }), 'UTC')).toEqual({});
});
