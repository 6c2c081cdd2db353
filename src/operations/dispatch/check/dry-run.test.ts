import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Command } from '../../../contract/command.ts';
import {
  DRY_RUN_GROUPS,
  type DispatchPlan,
  type DryRunGroupKind,
} from '../../../contract/console/dry-run.ts';
import { noteLabel } from '../../../domain/dry-run-labels.ts';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { importDirectory } from '../../directory/import.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { FLEET } from '../../../server/testing/console-harness.ts';
import { manualClock, type ManualClock } from '../../../lib/testing/manual-clock.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { failureOf } from '../../../bff/http/problems.ts';
import { UpstreamFault } from '../../../bff/upstream/fault.ts';
import { commandRow, insertCommands } from '../batches/command-rows.ts';
import { dryRun, dryRunList, type DryRunParts } from './dry-run.ts';
import { createPendingOffboardings } from './pending-offboardings.ts';

const MINUTE = 60_000;
const IDS = Array.from(
  { length: 4 },
  (_, index) => `00000000-0000-4000-8000-00000000000${index + 1}`,
);
const [VAN, CAR, PLANT, RIDDLE] = IDS;
const DIRECTORY = {
  collectives: [{ id: FLEET, name: 'Depot', type: 'Fleet', owner: null, entities: IDS }],
  entities: [
    { id: VAN ?? '', name: 'Van', type: 'EV', brand: null },
    { id: CAR ?? '', name: 'Car', type: 'EV', brand: null },
    { id: PLANT ?? '', name: 'Plant', type: 'SolarPlant', brand: null },
    { id: RIDDLE ?? '', name: 'Riddle', type: null, brand: null },
  ],
};
const STOP: DispatchPlan = {
  collectiveId: FLEET,
  kind: 'now',
  items: [{ type: 'StopCharging', value: null, triggerTime: null }],
};

let clock: ManualClock;
let db: Kysely<Store>;
let parts: DryRunParts;

beforeEach(async () => {
  clock = manualClock();
  db = await memoryStore();
  await importDirectory(db, DIRECTORY, 'import', clock.now());
  clock.advance(60 * MINUTE);
  parts = {
    db,
    clock,
    guardWindowMs: 10 * MINUTE,
    policy: FLEET_POLICY,
    pendingOffboardings: () =>
      Promise.resolve({ entities: new Set([CAR ?? '', randomUUID()]), readAt: clock.now() }),
  };
});

/** Stores a Command of an Entity as observed some minutes ago. */
async function seen(
  entityId: string | undefined,
  type: string,
  status: string,
  minutesAgo: number,
): Promise<void> {
  const at = clock.now() - minutesAgo * MINUTE;
  const given: Command = {
    id: randomUUID(),
    entityId: entityId ?? '',
    status,
    type,
    value: null,
    triggerTime: isoInstant(at),
    error: null,
    verification:
      status === 'Succeeded' ? { status: 'Succeeded', completedAt: null, error: null } : null,
  };
  const intent = { dispatchId: randomUUID(), kind: 'now' };
  const row = commandRow(intent, 0, given, { now: at, version: 1 });
  await db.transaction().execute((trx) => insertCommands(trx, [row]));
}

const countsOf = async (plan = STOP) =>
  Object.fromEntries((await dryRun(parts, plan)).groups.map(({ kind, count }) => [kind, count]));
const namesIn = async (group: DryRunGroupKind, plan = STOP) =>
  (await dryRunList(parts, { ...plan, group, offset: 0, limit: 200 })).entities.map(
    ({ name, note }) => [name, noteLabel(group, note, 'Europe/Brussels', clock.now())],
  );

/** Three without known data, and the plant, whose Commands reveal nothing either. */
const NONE = {
  ...Object.fromEntries(DRY_RUN_GROUPS.map((kind) => [kind, 0])),
  'nothing-known': 4,
  offboarding: 1,
  'wrong-type': 1,
  'unknown-type': 1,
};

describe('a dry run', () => {
  test('has the members, the age of their data, and the effect on them', async () => {
    const answer = await dryRun(parts, STOP);
    expect(answer).toMatchObject({
      memberCount: 4,
      membersKnownAt: isoInstant(clock.now() - 60 * MINUTE),
      guard: { windowMinutes: 10, totals: [], findings: [] },
    });
    expect(answer.consequences.map(({ type, takers }) => [type, takers])).toEqual([
      ['StopCharging', 2],
    ]);
    expect(answer.consequences[0]?.sentences.map(({ kind }) => kind)).toEqual([
      'takes',
      'fails',
      'unknown',
    ]);
    expect(await countsOf()).toEqual(NONE);
  });

  test('counts each Entity once, in the worst of its groups', async () => {
    const outlook = async (plan = STOP) => (await dryRun(parts, plan)).outlook;
    const verified = { acts: 1, unclear: 2, fails: 1, unknown: 0 };
    // Nothing is known of the van yet, so it is not counted as able to act.
    expect(await outlook()).toEqual({ ...verified, acts: 0, unknown: 1 });
    await seen(VAN, 'StopCharging', 'Succeeded', 30);
    expect(await outlook()).toEqual(verified);
    await seen(PLANT, 'Reset', 'Sent', 1);
    await seen(CAR, 'Reset', 'Sent', 1);
    expect(await outlook()).toEqual(verified);
    // A Command that triggers later than the window does not matter now.
    await seen(VAN, 'Reset', 'Pending', -11);
    expect(await outlook()).toEqual(verified);
    // One that triggers earlier is not over when the new one is sent.
    await seen(VAN, 'Reset', 'Sent', 2);
    expect(await outlook()).toEqual({ ...verified, acts: 0, unclear: 3 });
    // A planned Command triggers after the dispatch.
    const triggerTime = isoInstant(clock.now() + 600 * MINUTE);
    const items = STOP.items.map((item) => ({ ...item, triggerTime }));
    expect(await outlook({ ...STOP, kind: 'schedule', items })).toEqual(verified);
  });

  test('an Entity that has just finished a Command can act: its cooldown is not known', async () => {
    await seen(VAN, 'StopCharging', 'Succeeded', 2);
    const { outlook, groups } = await dryRun(parts, STOP);
    expect(outlook.acts).toBe(1);
    expect(groups.find(({ kind }) => kind === 'just-finished')).toMatchObject({
      count: 1,
      effect: 'none',
    });
    // One that failed is likely to fail again, whatever else is known.
    await seen(VAN, 'StopCharging', 'Failed', 1);
    expect((await dryRun(parts, STOP)).outlook).toMatchObject({ acts: 0, unclear: 3 });
  });

  test('counts an open Command, with the age of that data', async () => {
    await seen(VAN, 'StartCharging', 'Sent', 30);
    const { groups } = await dryRun(parts, STOP);
    expect(groups.find(({ kind }) => kind === 'pending')).toEqual({
      kind: 'pending',
      count: 1,
      oldestSeenAt: isoInstant(clock.now() - 30 * MINUTE),
      newestAt: null,
      oldestAt: null,
      stale: null,
      problem: null,
      effect: 'unclear',
    });
    expect(await namesIn('pending')).toEqual([
      ['Van', 'Start charging is sent, 1 Jan 2026, 01:30:00 UTC+01:00'],
    ]);
    await seen(VAN, 'Reset', 'Pending', 20);
    expect(await namesIn('pending')).toEqual([
      ['Van', '2 open Commands, the soonest, 1 Jan 2026, 01:30:00 UTC+01:00'],
    ]);
  });

  test('counts only Commands that ended within the window', async () => {
    await seen(VAN, 'Reset', 'Failed', 9);
    await seen(CAR, 'Reset', 'Failed', 11);
    expect((await namesIn('just-finished')).map(([name]) => name)).toEqual(['Van']);
  });

  test('counts the opposite if it was the last Command that was not canceled', async () => {
    await seen(VAN, 'StartCharging', 'Succeeded', 50);
    await seen(VAN, 'StopCharging', 'Canceled', 40);
    await seen(CAR, 'StartCharging', 'Succeeded', 50);
    await seen(CAR, 'StopCharging', 'Succeeded', 40);
    expect((await namesIn('opposite')).map(([name]) => name)).toEqual(['Van']);
    const start = { ...STOP, items: [{ type: 'StartCharging', value: null, triggerTime: null }] };
    expect((await namesIn('opposite', start)).map(([name]) => name)).toEqual(['Car']);
  });

  test('lists Entities that are being offboarded, or why that could not be read', async () => {
    expect((await namesIn('offboarding')).map(([name]) => name)).toEqual(['Car']);
    // The list fails as the read did: with the Service's status and message.
    const failed = failureOf(
      new UpstreamFault('server-error', 'Answered 503.', {
        status: 503,
        errors: [{ code: null, message: 'Out of order.', description: null }],
      }),
    );
    parts.pendingOffboardings = () => Promise.resolve({ problem: 'Out of order.', failed });
    const { groups } = await dryRun(parts, STOP);
    expect(groups.find(({ kind }) => kind === 'offboarding')).toMatchObject({
      count: null,
      problem: 'Out of order.',
    });
    await expect(namesIn('offboarding')).rejects.toMatchObject({
      message: 'Out of order.',
      detail: { source: 'service', upstreamStatus: 503 },
    });
  });

  test('shows the list page by page', async () => {
    for (const id of IDS) await seen(id, 'Reset', 'Sent', 1);
    const page = { ...STOP, group: 'pending' as const, limit: 2 };
    const first = await dryRunList(parts, { ...page, offset: 0 });
    const last = await dryRunList(parts, { ...page, offset: 2 });
    expect([first.total, last.total]).toEqual([4, 4]);
    expect([...first.entities, ...last.entities].map(({ name }) => name)).toEqual([
      'Car',
      'Plant',
      'Riddle',
      'Van',
    ]);
  });

  test.each([
    ['an unknown Collective', { ...STOP, collectiveId: VAN ?? '' }, 'not in the directory'],
    [
      'a Command that could not be sent',
      { ...STOP, items: [{ type: 'LimitFeedIn', value: null, triggerTime: null }] },
      'feed-in limit',
    ],
    ['a plan without an instant', { ...STOP, kind: 'schedule' as const }, 'when the Command'],
  ])('refuses %s', async (_name, plan, message) => {
    await expect(dryRun(parts, plan)).rejects.toThrow(message);
  });
});

describe('the requests for offboarding', () => {
  const page = (ids: string[], next: string | null, status = 'Pending') => ({
    status: 200,
    contentType: 'application/json',
    dateMs: null,
    retryAfterS: null,
    body: Buffer.from(
      JSON.stringify({
        data: ids.map((id) => ({ id: randomUUID(), status, data: { id } })),
        meta: { continuationToken: next },
      }),
    ),
  });

  test('are read over all pages, once for all callers, and again after a minute', async () => {
    let calls = 0;
    const read = createPendingOffboardings(
      {
        call: (_endpoint, { query }) => {
          calls += 1;
          return Promise.resolve(
            query.continuationToken === undefined
              ? page([VAN ?? ''], 'more')
              : page([CAR ?? ''], null),
          );
        },
      },
      clock,
    );
    const [first, second] = await Promise.all([read(), read()]);
    expect(first).toBe(second);
    expect('entities' in first && [...first.entities]).toEqual([VAN, CAR]);
    expect(calls).toBe(2);
    clock.advance(59_000);
    await read();
    expect(calls).toBe(2);
    clock.advance(1000);
    await read();
    expect(calls).toBe(4);
  });

  test('of another status do not count, a failure is reported and not cached', async () => {
    let broken = true;
    const read = createPendingOffboardings(
      {
        call: () =>
          broken
            ? Promise.reject(new UpstreamFault('timeout', 'Too slow.'))
            : Promise.resolve(page([VAN ?? ''], null, 'Canceled')),
      },
      clock,
    );
    expect(await read()).toMatchObject({
      problem: 'Too slow.',
      failed: { code: 'upstream_timeout' },
    });
    broken = false;
    const known = await read();
    expect('entities' in known && known.entities.size).toBe(0);
  });
});
