import { describe, expect, test } from 'vitest';
import type { BulkRequest, BulkValue } from '../../contract/console/bulk.ts';
import { CAPTURE_CHARGE_SESSIONS } from '../../contract/feature.ts';
import { UpstreamFault } from '../../bff/upstream/fault.ts';
import { readRun } from './read-bulk.ts';
import { changeRunState, markSending, recordRun, settleItem } from './bulk-store.ts';
import { BY, bulkOfEachTest, requestFor } from './testing/bulk-world.ts';

const world = bulkOfEachTest();
const { fleet, begin, advance, itemsOf, endsOf, stateOf, changes } = world;

const own = (message: string) => ({ source: 'console', message });
const lostBy = (message: string) => ({ code: 'lost', reason: own(message) });
const checked = (doubt: object, value: BulkValue) => ({
  code: 'checked',
  doubt,
  seen: { code: 'value', value },
});

describe('stop, restart and repetition', () => {
  test('stops once the changes in flight are answered, then resumes with the rest', async () => {
    const id = await begin(fleet(40));
    await advance(1500);
    await changeRunState(world.db, id, 'running', 'stopped');
    await advance(1000);
    const { length } = world.service.asked;
    const { counts } = await readRun(world.db, id, null);
    expect(counts.sending).toBe(0);
    expect(counts.done).toBeGreaterThan(3);
    expect(counts.waiting).toBeGreaterThan(10);
    await advance(3000);
    expect(world.service.asked).toHaveLength(length);
    await changeRunState(world.db, id, 'stopped', 'running');
    world.runner.wake();
    await advance(5000);
    expect((await readRun(world.db, id, null)).counts.done).toBe(40);
    expect(new Set(changes()).size).toBe(40);
    expect(changes()).toHaveLength(40);
  });

  test('after a crash, changes in flight are resolved by reading alone, and the rest resumes', async () => {
    const [made = '', not = '', rest = ''] = fleet(3);
    const request = requestFor([made, not, rest]);
    await recordRun(world.db, request, BY, world.clock.now());
    for (const position of [0, 1]) {
      const key = { run_id: request.id, position };
      const before = { value: false, at: world.clock.now() };
      const mark = () => markSending(world.db, key, before, world.clock.now());
      expect([await mark(), await mark()]).toEqual([true, false]);
    }
    world.service.has.set(made, true);
    world.runner.wake();
    await advance(2000);
    expect(await endsOf(request.id)).toEqual([
      ['done', checked({ code: 'stopped' }, true)],
      ['unknown', checked({ code: 'stopped' }, false)],
      ['done', null],
    ]);
    expect(changes()).toEqual([rest]);
  });

  test('changes in flight are read back even if the run was stopped; a doubt waits for the Service', async () => {
    const [id = ''] = fleet(1);
    let away = true;
    world.service.onChange = () => new UpstreamFault('timeout', 'No answer in time.');
    world.service.onRead = () =>
      away && changes().length > 0 ? new UpstreamFault('not-connected', 'No connection.') : null;
    const run = await begin([id]);
    await advance(1000);
    await changeRunState(world.db, run, 'running', 'stopped');
    await advance(5000);
    expect(await itemsOf(run)).toMatchObject([{ state: 'sending' }]);
    away = false;
    await advance(4000);
    expect(await endsOf(run)).toEqual([['unknown', checked(lostBy('No answer in time.'), false)]]);
    expect(changes()).toHaveLength(1);
    expect(await stateOf(run)).toBe('done');
  });

  test('no two runs change the same Entities, neither by resuming one beside another nor by beginning one before a stopped one has its last answer', async () => {
    const ids = fleet(2);
    const change = { kind: 'feature', feature: CAPTURE_CHARGE_SESSIONS, enabled: false } as const;
    const opposite = () => recordRun(world.db, requestFor(ids, { change }), BY, world.clock.now());
    const first = requestFor(ids);
    await recordRun(world.db, first, BY, world.clock.now());
    const before = { value: false, at: world.clock.now() };
    await markSending(world.db, { run_id: first.id, position: 0 }, before, world.clock.now());
    await changeRunState(world.db, first.id, 'running', 'stopped');
    const problem = { status: 409, code: 'changed_since' };
    await expect(opposite()).rejects.toMatchObject(problem);
    await settleItem(world.db, { run_id: first.id, position: 0 }, { state: 'done', note: null }, 0);
    expect(await opposite()).toEqual({ created: true });
    const resume = () => changeRunState(world.db, first.id, 'stopped', 'running');
    await expect(resume()).rejects.toMatchObject(problem);
    expect(await stateOf(first.id)).toBe('stopped');
    world.runner.wake();
    await advance(2000);
    await resume();
    expect(await stateOf(first.id)).toBe('running');
  });

  test('survives a crash of the process: each change is sent once', async () => {
    const id = await begin(fleet(30));
    await advance(1000);
    await world.runner.stop();
    const { length } = changes();
    expect(length).toBeGreaterThan(0);
    world.startAgain();
    world.runner.wake();
    await advance(5000);
    expect(await stateOf(id)).toBe('done');
    expect(changes()).toHaveLength(30);
    expect(new Set(changes()).size).toBe(30);
  });

  test('the same id is the same run; different content, a repeated row or an overlap is refused', async () => {
    const ids = fleet(2);
    const request = requestFor(ids);
    const record = (each: BulkRequest) => recordRun(world.db, each, BY, world.clock.now());
    expect(await record(request)).toEqual({ created: true });
    expect(await record({ ...request, reason: 'Told later' })).toEqual({ created: false });
    await expect(record({ ...requestFor(fleet(1)), id: request.id })).rejects.toThrow(
      'another run',
    );
    await expect(record(requestFor([...fleet(1), ...ids.slice(0, 1), ...ids]))).rejects.toThrow(
      'more than once',
    );
    await expect(record(requestFor(ids.slice(0, 1)))).rejects.toThrow(
      'Another run of Olga may still change 1 of these Entities',
    );
    const capacity = { change: { kind: 'capacity' } as const };
    await expect(record(requestFor(ids, capacity))).rejects.toThrow('A capacity is missing');
    const items = ids.map((entityId) => ({ entityId, capacity: 5 }));
    expect(await record(requestFor([], { ...capacity, items }))).toEqual({ created: true });
    await expect(record(requestFor([], { items }))).rejects.toThrow('takes no capacity');
    world.runner.wake();
    await advance(3000);
    expect(await record(requestFor(ids))).toEqual({ created: true });
  });
});
