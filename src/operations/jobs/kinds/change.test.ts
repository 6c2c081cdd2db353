import { expect, test } from 'vitest';
import { UpstreamFault } from '../../../http/fault.ts';
import type { JobValue } from '../../../contract/console/job.ts';
import { CARS } from '../../../server/testing/console-harness.ts';
import { readItems } from '../read-jobs.ts';
import { refusal, requestFor, worldOfEachTest } from '../testing/job-world.ts';

const world = worldOfEachTest();

const said = (message: string) => ({ source: 'service', message });
const own = (message: string) => ({ source: 'console', message });
const checked = (doubt: object, value: JobValue) => ({
  code: 'checked',
  doubt,
  seen: { code: 'value', value },
});

test('reads each value first, sends one change if it differs, and keeps the previous value', async () => {
  const { service } = world();
  const [off = '', on = ''] = world().fleet(2);
  service.values.set(on, true);
  const request = requestFor([off, on, CARS[0]], { reason: 'New tariff' });
  const { id } = await world().change(request);
  await world().advance(2000);
  const [first, second, third] = await world().items(id);
  expect(first).toMatchObject({ state: 'done', wanted: true, before: { value: false } });
  expect(second).toMatchObject({ state: 'unchanged', before: { value: true }, note: null });
  expect(third).toMatchObject({ state: 'skipped', entityName: 'Van 1', before: null });
  expect(third?.note).toEqual({
    code: 'not-sent',
    seen: { code: 'no-feature', listed: ['Other'] },
  });
  expect(service.sent).toEqual([off]);
  expect(await world().job(id)).toMatchObject({
    state: 'done',
    total: 3,
    operatorName: 'Olga',
    reason: 'New tariff',
    counts: { done: 1, unchanged: 1, skipped: 1, waiting: 0 },
  });
});

test('sets a capacity for each row; a missing previous one is kept as missing', async () => {
  const { service } = world();
  const ids = world().fleet(3);
  for (const [at, value] of [null, 40, 77.5].entries()) service.values.set(ids[at] ?? '', value);
  const items = ids.map((entityId) => ({ entityId, capacity: 77.5 }));
  const { id } = await world().change(requestFor([], { change: { kind: 'capacity' }, items }));
  await world().advance(2000);
  expect((await world().items(id)).map(({ state, before }) => [state, before?.value])).toEqual([
    ['done', null],
    ['done', 40],
    ['unchanged', 77.5],
  ]);
  expect(ids.map((each) => service.values.get(each))).toEqual([77.5, 77.5, 77.5]);
  expect(service.sent).toHaveLength(2);
});

test('keeps the Service’s own message when it refuses a change or a read', async () => {
  const { service } = world();
  const [refused = '', hidden = ''] = world().fleet(2);
  service.onSend = () => refusal(412, 'Set the battery capacity first');
  service.onRead = (each) => (each === hidden ? refusal(404, 'No such Entity') : null);
  const { id } = await world().change(requestFor([refused, hidden]));
  await world().advance(2000);
  expect(await world().ends(id)).toEqual([
    [
      'refused',
      { code: 'refused', reason: said('Set the battery capacity first'), reading: false },
    ],
    ['refused', { code: 'refused', reason: said('No such Entity'), reading: true }],
  ]);
  expect(service.sent).toEqual([refused]);
  const { items, total } = await readItems(world().db, id, { state: 'problems' }, 0);
  expect([items.length, total]).toEqual([2, 2]);
  expect((await readItems(world().db, id, { state: 'done' }, 0)).total).toBe(0);
});

test('a lost answer is settled by reading: done, or unknown; it is never sent again', async () => {
  const { service } = world();
  const [lost = '', timedOut = ''] = world().fleet(2);
  service.onSend = (each) =>
    each === lost ? 'lost' : new UpstreamFault('server-error', 'x', { status: 500 });
  const { id } = await world().change(requestFor([lost, timedOut]));
  await world().advance(3000);
  expect(await world().items(id)).toMatchObject([
    {
      state: 'done',
      note: checked({ code: 'lost', reason: own('The connection broke.') }, true),
    },
    { state: 'unknown', before: { value: false }, after: { value: false } },
  ]);
  expect(service.sent.toSorted()).toEqual([lost, timedOut].toSorted());
});

test('an answer with a value other than the wanted one does not count as done', async () => {
  const { service } = world();
  service.onSend = () => 'deaf';
  const { id } = await world().change(requestFor(world().fleet(1)));
  await world().advance(1000);
  expect(await world().ends(id)).toEqual([
    ['unknown', checked({ code: 'answered', found: { code: 'value', value: false } }, false)],
  ]);
  expect(service.sent).toHaveLength(1);
});

test('skips what cannot be read after a few tries, and sends nothing', async () => {
  const { service } = world();
  const message = 'It answered 500 without a reason.';
  service.onRead = () => new UpstreamFault('server-error', message);
  const { id } = await world().change(requestFor(world().fleet(1)));
  await world().advance(2000);
  const seen = { code: 'unread', reason: own(message) };
  expect(await world().ends(id)).toEqual([['skipped', { code: 'not-sent', seen }]]);
  expect(service.asked.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
});

test('a rejected access token skips no Entity; what never went out is sent when the Service is back', async () => {
  const { service } = world();
  let rejected = true;
  service.onRead = () => (rejected ? new UpstreamFault('auth', 'The token was rejected.') : null);
  const { id } = await world().change(requestFor(world().fleet(3)));
  await world().advance(5000);
  expect(await world().job(id)).toMatchObject({
    counts: { waiting: 3 },
    pause: { message: 'The token was rejected.' },
  });
  rejected = false;
  let away = true;
  service.onSend = () => (away ? new UpstreamFault('not-connected', 'No connection.') : null);
  await world().advance(4000);
  expect((await world().items(id)).map(({ state, before }) => [state, before])).toEqual(
    [0, 1, 2].map(() => ['waiting', null]),
  );
  away = false;
  await world().advance(4000);
  expect((await world().job(id)).counts.done).toBe(3);
});
