import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { UpstreamFault } from '../../http/fault.ts';
import type { BulkRequest } from '../../contract/console/job.ts';
import { CAPTURE_CHARGE_SESSIONS } from '../../contract/feature.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { LEASE_MS, createJobLease, endLeases } from './job-lease.ts';
import { changeJobState, createJob, markSending, settleItem } from './job-store.ts';
import { newChange } from './new-jobs.ts';
import { BY, requestFor, worldOfEachTest, type JobWorld } from './testing/job-world.ts';

const COLLEAGUE = { ...BY, operator: { ...BY.operator, id: 'p', name: 'Petra' } };
const STOPPED = { code: 'stopped' };
const PROBLEM = { status: 409, code: 'changed_since' };

/** Begins a job with items of a kind. @returns its id, and the targets in order */
const KINDS: Record<string, (world: JobWorld, size: number) => Promise<[string, string[]]>> = {
  async change(world, size) {
    const ids = world.fleet(size);
    return [(await world.change(requestFor(ids))).id, ids];
  },
  async offboard(world, size) {
    const ids = world.fleet(size);
    return [(await world.offboard(ids)).id, ids];
  },
  async cancel(world, size) {
    const { key, ids } = await world.hours(size);
    return [(await world.cancel(key)).id, ids];
  },
};
const EACH_KIND = Object.entries(KINDS);

/** Whether the Service has what a job wanted of a target. */
const isDone = ({ service }: JobWorld, target: string) =>
  service.values.get(target) === true ||
  service.commands.get(target)?.status === 'Canceled' ||
  service.requests.some(({ data }) => data.id === target);

/** A process that is killed at a step: from then on neither the store nor the Service hears from it. */
function dyingProcess(world: JobWorld, steps: number) {
  const process = { steps };
  const step = () => {
    process.steps -= 1;
    if (process.steps < 0) throw new Error('killed');
  };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      step();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const call: typeof world.service.call = async (...asked) => {
    step();
    const answer = await world.service.call(...asked);
    step();
    return answer;
  };
  const runner = world.process(world.db.withPlugin(plugin), call, () => {});
  runner.wake();
  return { runner, isDead: () => process.steps < 0 };
}

describe('jobs', () => {
  const world = worldOfEachTest(memoryStore);
  /** The lease of another process that has taken all jobs. */
  const leaseOf = async () => {
    const lease = createJobLease(world().db, world().clock);
    await lease.claim();
    return lease;
  };
  const mark = (id: string, position: number, lease: Awaited<ReturnType<typeof leaseOf>>) =>
    markSending(world().db, lease, { job_id: id, position }, null, world().clock.now());
  const change = (id: string, to: 'running' | 'stopped') => changeJobState(world().db, id, to);

  test.each(EACH_KIND)(
    '%s: a process is killed at any step; another takes over, settles what was in flight by reading, and sends nothing twice',
    async (_kind, begin) => {
      let unknown = 0;
      for (let steps = 1, isKilled = true; isKilled; steps += 1) {
        world().service.requests = [];
        const [id, targets] = await begin(world(), 2);
        const { runner, isDead } = dyingProcess(world(), steps);
        await world().until(async () => isDead() || (await world().job(id)).state === 'done');
        isKilled = isDead();
        await runner.stop();
        const sentBefore = new Set(world().service.sent);
        world().clock.advance(LEASE_MS);
        world().start();
        await world().untilDone(id);
        const items = await world().items(id);
        expect([steps, items.map(({ state }) => state)]).toEqual([
          steps,
          targets.map((each) => (isDone(world(), each) ? 'done' : 'unknown')),
        ]);
        const left = items.filter(({ state }) => state === 'unknown');
        expect(left.map(({ note }) => note)).toMatchObject(left.map(() => ({ doubt: STOPPED })));
        // Only what was marked and then not sent stays unknown.
        expect(left.filter(({ position }) => sentBefore.has(targets[position] ?? ''))).toEqual([]);
        expect(new Set(world().service.sent).size).toBe(world().service.sent.length);
        unknown += left.length;
        await world().runner.stop();
      }
      expect(unknown).toBeGreaterThan(0);
    },
  );

  test('a job belongs to one process until its lease ends; then the first cannot send for it', async () => {
    const { service, clock, db } = world();
    const [id, ids] = (await KINDS['change']?.(world(), 2)) ?? ['', []];
    const first = await leaseOf();
    const second = createJobLease(db, clock);
    clock.advance(LEASE_MS - 1);
    expect(await second.claim()).toEqual([]);
    expect((await first.claim()).map((job) => job.id)).toEqual([id]);
    clock.advance(LEASE_MS);
    expect(await mark(id, 0, first)).toBe(false);
    expect((await second.claim()).map((job) => job.id)).toEqual([id]);
    expect([await mark(id, 0, first), await mark(id, 0, second)]).toEqual([false, true]);
    expect([await mark(id, 0, second), await mark(id, 1, second)]).toEqual([false, true]);
    await second.release();
    const processes = [world().start(), world().start()];
    expect(processes).toHaveLength(2);
    await world().untilDone(id);
    expect(await world().states(id)).toEqual(['unknown', 'unknown']);
    expect([service.sent, ids.length]).toEqual([[], 2]);
  });

  test.each(EACH_KIND)(
    '%s: a stopped job sends nothing more, settles what is in flight, and resumes with the rest',
    async (_kind, begin) => {
      const { service } = world();
      const [id] = await begin(world(), 30);
      world().start();
      await world().until(async () => service.sent.length > 5);
      await change(id, 'stopped');
      await world().until(async () => (await world().job(id)).counts.sending === 0);
      const { length } = service.sent;
      expect(length).toBeLessThan(25);
      for (let turns = 0; turns < 20; turns += 1) await world().turn();
      expect(service.sent).toHaveLength(length);
      expect((await world().job(id)).state).toBe('stopped');
      await change(id, 'running');
      world().runner.wake();
      await world().untilDone(id);
      expect(service.sent).toHaveLength(30);
      expect(new Set(service.sent).size).toBe(30);
    },
  );

  test('a doubt keeps its reason until it can be read, also in a stopped job, which then is done', async () => {
    const { service } = world();
    let away = true;
    service.onSend = () => new UpstreamFault('timeout', 'No answer in time.');
    service.onRead = () =>
      away && service.sent.length > 0 ? new UpstreamFault('not-connected', 'No connection.') : null;
    const { id } = await world().change(requestFor(world().fleet(1)));
    world().start();
    await world().until(async () => service.sent.length > 0);
    await change(id, 'stopped');
    await world().until(async () => world().runner.pause() !== null);
    expect(await world().states(id)).toEqual(['sending']);
    away = false;
    await world().untilDone(id);
    expect(await world().items(id)).toMatchObject([
      {
        state: 'unknown',
        note: { doubt: { code: 'lost', reason: { message: 'No answer in time.' } } },
      },
    ]);
    expect(service.sent).toHaveLength(1);
  });

  test('the same id is the same job; different content, another operator or a repeated row is refused', async () => {
    const ids = world().fleet(2);
    const request = requestFor(ids);
    const { id } = request;
    expect(await world().change(request)).toEqual({ id, created: true });
    expect(await world().change({ ...request, reason: 'Told later' })).toEqual({
      id,
      created: false,
    });
    const other = world().change({ ...requestFor(world().fleet(1)), id });
    await expect(other).rejects.toThrow('belongs to another run');
    await expect(world().change(request, COLLEAGUE)).rejects.toThrow('belongs to another run');
    const { key } = await world().hours(2);
    await expect(world().cancel(key, { id })).rejects.toThrow('belongs to another run');
    const refused: [BulkRequest, string][] = [
      [requestFor([...world().fleet(1), ...ids, ...ids]), 'more than once'],
      [requestFor(ids, { change: { kind: 'capacity' } }), 'A capacity is missing'],
      [requestFor([], { items: [{ entityId: id, capacity: 5 }] }), 'takes no capacity'],
    ];
    for (const [sent, message] of refused) {
      await expect(world().change(sent)).rejects.toThrow(message);
    }
  });

  test('no two jobs change the same Entities, neither by resuming one beside another nor by beginning one before a stopped one has its last answer', async () => {
    const ids = world().fleet(2);
    const off = { kind: 'feature', feature: CAPTURE_CHARGE_SESSIONS, enabled: false } as const;
    const opposite = () => world().change(requestFor(ids, { change: off }));
    const { id } = await world().change(requestFor(ids));
    await expect(opposite()).rejects.toThrow(
      'Another run of Olga may still change 2 of these Entities',
    );
    const items = ids.map((entityId) => ({ entityId, capacity: 5 }));
    await world().change(requestFor([], { change: { kind: 'capacity' }, items }));
    await mark(id, 0, await leaseOf());
    await change(id, 'stopped');
    await expect(opposite()).rejects.toMatchObject(PROBLEM);
    const job = { id, dispatch_id: null };
    await settleItem(world().db, job, 0, { state: 'done', note: null }, 0);
    const second = await opposite();
    expect(second.created).toBe(true);
    await expect(change(id, 'running')).rejects.toMatchObject(PROBLEM);
    expect((await world().job(id)).state).toBe('stopped');
    await endLeases(world().db);
    world().start();
    await world().untilDone(second.id);
    await change(id, 'running');
    expect((await world().job(id)).state).toBe('running');
  });

  test('two that begin at once never share an Entity', async () => {
    const ids = world().fleet(3);
    const begun = await Promise.allSettled(
      [0, 1, 2].map(() => createJob(world().db, newChange(requestFor(ids)), BY, 0)),
    );
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a cancellation leaves Commands to another that may still cancel them', async () => {
    const { key } = await world().hours(2);
    const { id } = await world().cancel(key);
    await mark(id, 0, await leaseOf());
    await change(id, 'stopped');
    const second = await world().cancel(key);
    const [other] = await world().items(second.id);
    expect([other?.commandId, (await world().items(second.id)).length]).toEqual([
      (await world().items(id))[1]?.commandId,
      1,
    ]);
    await expect(change(id, 'running')).rejects.toMatchObject(PROBLEM);
    await endLeases(world().db);
    world().start();
    await world().untilDone(second.id);
    await world().until(async () => (await world().states(id))[0] === 'unknown');
    // The other one canceled the rest, and what was in flight has been read.
    await change(id, 'running');
    await world().untilDone(id);
    expect(await world().states(id)).toEqual(['unknown', 'done']);
  });
});
