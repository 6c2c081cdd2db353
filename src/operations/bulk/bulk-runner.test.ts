import { describe, expect, test } from 'vitest';
import type { BulkValue } from '../../contract/console/bulk.ts';
import { CARS } from '../../server/testing/console-harness.ts';
import { UpstreamFault } from '../../bff/upstream/fault.ts';
import { readItems, readRun } from './read-bulk.ts';
import { PER_SECOND, bulkOfEachTest, refusal } from './testing/bulk-world.ts';

const world = bulkOfEachTest();
const { fleet, begin, advance, itemsOf, endsOf, stateOf, changes } = world;

const said = (message: string) => ({ source: 'service', message });
const own = (message: string) => ({ source: 'console', message });
const lostBy = (message: string) => ({ code: 'lost', reason: own(message) });
const checked = (doubt: object, value: BulkValue) => ({
  code: 'checked',
  doubt,
  seen: { code: 'value', value },
});

describe('a run', () => {
  test('reads each value first, sends one change if it differs, and keeps the previous value', async () => {
    const [off = '', on = ''] = fleet(2);
    world.service.has.set(on, true);
    const id = await begin([off, on, CARS[0]], { reason: 'New tariff' });
    await advance(2000);
    const [first, second, third] = await itemsOf(id);
    expect(first).toMatchObject({ state: 'done', wanted: true, before: { value: false } });
    expect(second).toMatchObject({ state: 'unchanged', before: { value: true }, note: null });
    expect(third).toMatchObject({ state: 'skipped', entityName: 'Van 1', before: null });
    expect(third?.note).toEqual({
      code: 'not-sent',
      seen: { code: 'no-feature', listed: ['Other'] },
    });
    expect(changes()).toEqual([off]);
    expect(await readRun(world.db, id, null)).toMatchObject({
      state: 'done',
      total: 3,
      operatorName: 'Olga',
      reason: 'New tariff',
      counts: { done: 1, unchanged: 1, skipped: 1, waiting: 0 },
    });
  });

  test('sets a capacity for each row; a missing previous one is kept as missing', async () => {
    const [first = '', second = '', third = ''] = fleet(3);
    world.service.has.set(first, null);
    world.service.has.set(second, 40);
    world.service.has.set(third, 77.5);
    const items = [first, second, third].map((entityId) => ({ entityId, capacity: 77.5 }));
    const id = await begin([], { change: { kind: 'capacity' }, items });
    await advance(2000);
    expect((await itemsOf(id)).map(({ state, before }) => [state, before?.value])).toEqual([
      ['done', null],
      ['done', 40],
      ['unchanged', 77.5],
    ]);
    expect([world.service.has.get(first), world.service.has.get(second)]).toEqual([77.5, 77.5]);
    expect(changes()).toHaveLength(2);
  });

  test('keeps the Service’s own message when it refuses a change or a read', async () => {
    const [refused = '', hidden = ''] = fleet(2);
    world.service.onChange = () => refusal(412, 'Set the battery capacity first');
    world.service.onRead = (id) => (id === hidden ? refusal(404, 'No such Entity') : null);
    const id = await begin([refused, hidden]);
    await advance(2000);
    expect(await endsOf(id)).toEqual([
      [
        'refused',
        { code: 'refused', reason: said('Set the battery capacity first'), reading: false },
      ],
      ['refused', { code: 'refused', reason: said('No such Entity'), reading: true }],
    ]);
    expect(changes()).toEqual([refused]);
    const { items, total } = await readItems(
      world.db,
      id,
      { state: 'problems' },
      world.clock.now(),
    );
    expect([items.length, total]).toEqual([2, 2]);
    expect((await readItems(world.db, id, { state: 'done' }, world.clock.now())).total).toBe(0);
  });

  test('a lost answer is settled by reading: done, or unknown; it is never sent again', async () => {
    const [lost = '', timedOut = ''] = fleet(2);
    world.service.onChange = (id) =>
      id === lost ? 'lost' : new UpstreamFault('server-error', 'x', { status: 500 });
    const id = await begin([lost, timedOut]);
    await advance(3000);
    expect(await itemsOf(id)).toMatchObject([
      { state: 'done', note: checked(lostBy('The connection broke.'), true) },
      { state: 'unknown', before: { value: false }, after: { value: false } },
    ]);
    expect(changes().toSorted()).toEqual([lost, timedOut].toSorted());
    expect(await stateOf(id)).toBe('done');
  });

  test('keeps a text that an earlier version stored in place of a note', async () => {
    const id = await begin(fleet(2));
    await advance(1000);
    const row = world.db.updateTable('bulk_items').where('position', '=', 0);
    await row.set({ words: 'The connection broke. Read afterwards: on.' }).execute();
    expect(await endsOf(id)).toEqual([
      ['done', { code: 'kept', message: 'The connection broke. Read afterwards: on.' }],
      ['done', null],
    ]);
  });

  test('an answer with a value other than the wanted one does not count as done', async () => {
    const [id = ''] = fleet(1);
    world.service.onChange = () => 'deaf';
    const run = await begin([id]);
    await advance(1000);
    expect(await endsOf(run)).toEqual([
      ['unknown', checked({ code: 'answered', found: { code: 'value', value: false } }, false)],
    ]);
    expect(changes()).toHaveLength(1);
  });

  test('skips what cannot be read after a few tries, and sends nothing', async () => {
    const ids = fleet(1);
    world.service.onRead = () =>
      new UpstreamFault('server-error', 'It answered 500 without a reason.');
    const id = await begin(ids);
    await advance(2000);
    expect(await endsOf(id)).toEqual([
      [
        'skipped',
        {
          code: 'not-sent',
          seen: { code: 'unread', reason: own('It answered 500 without a reason.') },
        },
      ],
    ]);
    expect(world.service.asked.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
  });
});

describe('within the budget', () => {
  test('never sends more requests in any second than it allows', async () => {
    const id = await begin(fleet(60));
    await advance(8000);
    expect(await stateOf(id)).toBe('done');
    expect(world.service.asked).toHaveLength(120);
    for (const { at } of world.service.asked) {
      const within = world.service.asked.filter((each) => each.at >= at && each.at < at + 1000);
      expect(within.length).toBeLessThanOrEqual(PER_SECOND);
    }
  });

  test('429 with Retry-After pauses the whole run; a change refused with it is not sent again', async () => {
    const ids = fleet(30);
    let until = world.clock.now() + 1000;
    const limit = () => (world.clock.now() < until ? null : refusal(429, 'Slow down', 10));
    world.service.onChange = limit;
    world.service.onRead = limit;
    const id = await begin(ids);
    await advance(1500);
    const { length } = world.service.asked;
    expect(world.runner.pause()?.message).toBe('Slow down');
    expect((await readRun(world.db, id, world.runner.pause())).pause?.message).toBe('Slow down');
    until = Number.POSITIVE_INFINITY;
    await advance(8000);
    expect(world.service.asked).toHaveLength(length);
    await advance(12_000);
    expect(await stateOf(id)).toBe('done');
    expect(world.runner.pause()).toBeNull();
    expect(new Set(changes()).size).toBe(changes().length);
    const { counts } = await readRun(world.db, id, null);
    expect(counts.done + counts.refused).toBe(30);
    expect(counts.done).toBeGreaterThan(20);
  });

  test('waits while the Service is away; sends what never went out when it is back', async () => {
    const ids = fleet(2);
    let away = true;
    world.service.onChange = () =>
      away ? new UpstreamFault('not-connected', 'No connection.') : null;
    const id = await begin(ids);
    await advance(2500);
    const tried = changes().length;
    expect(tried).toBeLessThanOrEqual(2);
    expect((await itemsOf(id)).map(({ state, before }) => [state, before])).toEqual([
      ['waiting', null],
      ['waiting', null],
    ]);
    away = false;
    await advance(3000);
    expect((await itemsOf(id)).map(({ state }) => state)).toEqual(['done', 'done']);
  });

  test('a rejected access token skips no Entity', async () => {
    const ids = fleet(3);
    let rejected = true;
    world.service.onRead = () =>
      rejected ? new UpstreamFault('auth', 'The token was rejected.') : null;
    const id = await begin(ids);
    await advance(5000);
    expect((await readRun(world.db, id, world.runner.pause())).counts.waiting).toBe(3);
    rejected = false;
    await advance(4000);
    expect((await readRun(world.db, id, null)).counts.done).toBe(3);
  });
});
