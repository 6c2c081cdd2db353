import { sql, type Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { z } from '../../../contract/zod.ts';
import { FLEET, CARS } from '../../../server/testing/console-harness.ts';
import { hasRowLocks } from '../../../store/dialect/row-locks.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { createAudit } from '../../audit/audit.ts';
import { manualClock } from '../../../lib/testing/manual-clock.ts';
import { settleDue } from '../batches/batch-record.ts';
import { createObserver } from '../track/observe.ts';
import { EMPTY, guardOfEachTest, MINUTE, START, STOP, CHARGE } from '../testing/guard-world.ts';
import { aCommand, storeBatch } from '../testing/stored-batch.ts';
import { concernedBatches } from './situation.ts';

const SETTLED = 20_000;
const DAY = 24 * 60 * MINUTE;

const world = guardOfEachTest();

/** Batches to the Collective that ended long ago, with a Command each. */
async function storeHistory(): Promise<void> {
  const numbers = sql`with recursive numbers (n) as (
    select 1 union all select n + 1 from numbers where n < ${sql.lit(SETTLED)})`;
  await sql`insert into intents (id, operator_id, operator_name, session_hash, collective_id, collective_name, kind,
      items, body_hash, outcome, ignore_cooldown, member_count, created_at, effect_from, effect_to)
    ${numbers} select 'old-' || n, 'o', 'Ada', 's', ${FLEET}, 'Depot', 'now', '[]', 'h', 'accepted', 0, 1,
      cast(${START - DAY} as bigint), cast(${START - DAY} as bigint), cast(${START - DAY} as bigint)
    from numbers`.execute(world.db);
  await sql`insert into commands (entity_id, id, dispatch_id, member, type, status, verdict, settled, due_at)
    ${numbers} select cast(${CARS[0]} as text), 'c-' || n, 'old-' || n, 1, 'StartCharging', 'Succeeded', 'verified', 1,
      cast(${START - DAY} as bigint)
    from numbers`.execute(world.db);
  // SQLite plans without statistics here, as in the product; PostgreSQL gathers them by itself.
  if (hasRowLocks(world.db)) await sql`analyze`.execute(world.db);
}

interface Node {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}
const Node: z.ZodType<Node> = z.object({
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().optional(),
  get Plans() {
    return z.array(Node).optional();
  },
});
const Explained = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: Node })) }));
const Steps = z.array(z.object({ detail: z.string() }));

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const rowsOf = (node: Node) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];

/** What of the query reads more than it must: parts of its plan, with their rows on PostgreSQL. */
async function excessOf(db: Kysely<Store>): Promise<{ reads: number; excess: unknown[] }> {
  const query = concernedBatches(STOP, { now: START, windowMs: MINUTE }).build();
  if (hasRowLocks(db)) {
    const { rows } = await sql`explain (analyze, format json) ${query}`.execute(db);
    const nodes = Explained.parse(rows).flatMap((row) =>
      row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)),
    );
    return { reads: nodes.length, excess: nodes.filter((node) => rowsOf(node) > 100) };
  }
  const { rows } = await sql`explain query plan ${query}`.execute(db);
  const reads = Steps.parse(rows)
    .map(({ detail }) => detail)
    .filter((step) => /^(SCAN|SEARCH) (i|c|s|intents|commands)\b/.test(step));
  // By id, by a rare outcome, by effect, or among the open ones.
  const bounded = /\(outcome=\?\)|unaccounted>|effect_to>|commands_open |commands_running|id=\?/;
  const isBounded = (step: string) =>
    step.includes('intents_unsettled') || (bounded.test(step) && !step.includes('collective_id'));
  return { reads: reads.length, excess: reads.filter((step) => !isBounded(step)) };
}

test('twenty thousand settled batches of a Collective are not read again; an open one is found', async () => {
  await storeHistory();
  const open = await world.accepted(CHARGE, START - 60 * MINUTE);
  expect(await world.look(STOP, START)).toEqual([`opposite:${open}`]);
  const { reads, excess } = await excessOf(world.db);
  expect(excess).toEqual([]);
  expect(reads).toBeGreaterThan(5);
});

test('a Command that is open again is found after the record of its batch was kept, of a member or not', async () => {
  const { db } = world;
  const clock = manualClock(START);
  const onError = (error: unknown) => expect.unreachable(String(error));
  const settleNow = () =>
    settleDue({ db, clock, audit: createAudit({ db, clock, onError }), onError });
  const failed = aCommand(undefined, { type: 'StartCharging', status: 'Failed' });
  const id = await storeBatch(db, { collectiveId: EMPTY, commands: [failed] }, START);
  const reverse = { ...STOP, collectiveId: EMPTY };
  const later = START + 60 * MINUTE;
  await settleNow();
  expect(await world.look(reverse, later)).toEqual([]);
  const observer = createObserver({ db, clock, verificationWaitMs: 0, onChange: () => {} });
  await observer.learn({ ...failed, status: 'Pending' });
  await settleNow();
  expect(await world.look(reverse, later)).toEqual([`opposite:${id}`]);
});
