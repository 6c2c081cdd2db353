import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Attention } from '../../../contract/console/overview.ts';
import { uuid } from '../../testing/samples.ts';
import { show } from '../../testing/render.tsx';
import { Seeded, signedInAs } from '../../testing/story-states.tsx';
import { AttentionCard } from './attention-card.tsx';

const SILENT: Attention = {
  kind: 'silent',
  key: 'silent:abc',
  count: 5,
  entities: [{ id: uuid(1), name: 'Van 7' }],
};
const DISMISSED = {
  attention: SILENT,
  reason: 'In the workshop',
  operatorName: 'Ada',
  at: '2026-03-01T09:12:00Z',
};

let requests: { url: string; body: unknown }[] = [];
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  requests = [];
});

/** Shows the card; requests other than reads get this status. */
async function open(role: 'operator' | 'viewer', status: number, dismissed = false) {
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (init.method === undefined || init.method === 'GET') return new Promise(() => {});
    requests.push({ url, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    return Promise.resolve(new Response(null, { status }));
  });
  await show(
    <Seeded seeds={[signedInAs(role)]}>
      <AttentionCard
        attention={dismissed ? [] : [SILENT]}
        isComplete
        dismissed={dismissed ? [DISMISSED] : []}
      />
    </Seeded>,
  );
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

test('makes no claim before all Entities were checked', async () => {
  await show(<AttentionCard attention={[]} dismissed={[]} isComplete={false} />);
  expect(screen.queryByText('Nothing stands out.')).toBeNull();
  expect(screen.getByText('The Entities are being checked.')).toBeTruthy();
});

test('counts differing messages and shows the most frequent one; the link lists them all', async () => {
  const failed = (kind: 'reads-failed' | 'reads-partial', reasons: number) => ({
    kind,
    key: `${kind}:a`,
    count: 12,
    entities: [{ id: uuid(1), name: 'Van 01' }],
    reason: { message: 'Gone', count: reasons === 1 ? 12 : 7 },
    reasons,
  });
  const attention = [failed('reads-failed', 3), failed('reads-partial', 1)];
  await show(<AttentionCard attention={attention} dismissed={[]} isComplete />);
  expect(screen.getByText(/^3 different reasons, most often \(7\): Gone · Van 01/)).toBeTruthy();
  expect(screen.getByText(/^Gone · Van 01 and 11 others$/)).toBeTruthy();
  expect(
    screen.getAllByRole('link', { name: /List/ }).map((link) => link.getAttribute('href')),
  ).toEqual(['/entities?reads=failing', '/entities?reads=partial']);
});

test('a dismissal needs a reason, which is sent with its cause', async () => {
  await open('operator', 204);
  press('Dismiss: 5 Entities silent');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Dismiss' }));
  await dialog.findByText(/Enter why/);
  expect(requests).toEqual([]);
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: ' In the workshop ' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Dismiss' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests).toEqual([
    {
      url: '/api/console/overview/dismissals',
      body: { key: 'silent:abc', reason: 'In the workshop' },
    },
  ]);
});

test('a failed dismissal keeps the dialog and shows the error', async () => {
  await open('operator', 500);
  press('Dismiss: 5 Entities silent');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Sold' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Dismiss' }));
  expect(await dialog.findByText(/It was not dismissed/)).toBeDefined();
});

test('dismissed items are listed with operator and reason, and can be restored', async () => {
  await open('operator', 204, true);
  press('1 dismissed');
  const dialog = within(await screen.findByRole('dialog', { name: 'Dismissed' }));
  dialog.getByText(/“In the workshop” Ada/);
  fireEvent.click(dialog.getByRole('button', { name: 'Restore: 5 Entities silent' }));
  await vi.waitFor(() =>
    expect(requests).toEqual([
      { url: '/api/console/overview/dismissals/restore', body: { key: 'silent:abc' } },
    ]),
  );
});

test('a viewer sees dismissed items with reasons, and can change nothing', async () => {
  await open('viewer', 204);
  expect(screen.queryByRole('button', { name: /^Dismiss/ })).toBeNull();
  cleanup();
  await open('viewer', 204, true);
  press('1 dismissed');
  const dialog = within(await screen.findByRole('dialog', { name: 'Dismissed' }));
  dialog.getByText(/In the workshop/);
  expect(dialog.queryByRole('button', { name: /^Restore/ })).toBeNull();
});

test('items that do not fit whole are hidden, even from the keyboard, until requested', async () => {
  const items = ['a', 'b', 'c'].map((id): Attention => ({ ...SILENT, key: `silent:${id}` }));
  // The third one wraps into the column beyond the edge.
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function left(
    this: HTMLElement,
  ) {
    return this.tagName === 'LI' && this.previousElementSibling?.previousElementSibling ? 400 : 0;
  });
  await show(<AttentionCard attention={items} dismissed={[]} isComplete />);
  const links = () => screen.getAllByRole('link', { name: 'List' }).length;
  expect(links()).toBe(2);
  fireEvent.click(screen.getByRole('button', { name: '1 more' }));
  expect(links()).toBe(3);
  fireEvent.click(screen.getByRole('button', { name: 'Show fewer' }));
  expect(links()).toBe(2);
});
