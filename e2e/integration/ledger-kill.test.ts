import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from '../../src/contract/zod.ts';
import { Command } from '../../src/contract/command.ts';
import { DispatchRounds, markOf, printFigures } from '../support/dispatch-rounds.ts';
import type { WholeBatch } from '../support/operator-client.ts';
import { pairedFleet, planRounds, type PlannedDispatch } from '../support/ledger-plan.ts';
import { until } from '../support/until.ts';

/** The long form: LEDGER_ROUNDS=75. */
const ROUNDS = Number(process.env['LEDGER_ROUNDS'] ?? 15);
const SIZES = { rounds: ROUNDS, perRound: 4, kills: Math.floor(ROUNDS * 0.7) };
/** The minimum that a run must have seen grows with its length. */
const atLeast = (inLongRun: number): number => Math.floor((inLongRun * ROUNDS) / 75);
const SEED = Number(process.env['LEDGER_SEED'] ?? Date.now() % 1_000_000);
const WITHIN_MS = 900_000;

const World = z.object({ commands: z.array(Command) });

const fleet = pairedFleet(40);
let rounds: DispatchRounds;

beforeAll(async () => {
  rounds = await DispatchRounds.start(fleet);
}, 120_000);
afterAll(async () => {
  await rounds.dispose();
});

const isResolved = ({ batch }: WholeBatch) =>
  batch.outcome === 'accepted' ||
  batch.outcome === 'refused' ||
  (batch.outcome === 'unknown' &&
    batch.resolution?.state === 'done' &&
    batch.resolution.verdict !== 'early' &&
    batch.resolution.counts.unread === 0);

const HOUR_MS = 3_600_000;
const pairOf = ({ collectiveId }: PlannedDispatch) =>
  Math.floor(fleet.collectiveIds.findIndex((id) => id === collectiveId) / 2);

/** Whether another plan of the same Command for the same Entities triggers within an hour of this one. */
function isNear(one: PlannedDispatch, other: PlannedDispatch): boolean {
  const [at, otherAt] = [one, other].map(({ mark }) => Date.parse(mark.triggerTime ?? ''));
  if (one === other || pairOf(one) !== pairOf(other)) return false;
  return Math.abs((at ?? Number.NaN) - (otherAt ?? Number.NaN)) <= HOUR_MS;
}

test(
  'each dispatch is sent at most once and accounted for, over kills at any moment',
  async () => {
    const startedAt = Date.now();
    const planned = planRounds(SEED, fleet.collectiveIds, SIZES);
    const dispatches = planned.flatMap((round) => round.dispatches);
    const hearOut = (dispatch: PlannedDispatch) => rounds.hearOut(dispatch);
    console.log(`LEDGER_SEED=${SEED}`);
    for (const round of planned) {
      const heard = await rounds.run(round);
      // Sometimes the page is reloaded while the faults still apply.
      if (round.killAfterMs === null) await rounds.service.setFaults([]);
      await Promise.all(
        round.dispatches.filter(({ key }) => heard.get(key) !== 'answered').map(hearOut),
      );
    }
    await rounds.service.setFaults([]);
    const batches = new Map<string, WholeBatch>();
    for (const { key } of dispatches) {
      batches.set(key, await until(async () => await rounds.batchOf(key), isResolved));
    }
    // A final replay of everything sends nothing new.
    await Promise.all(dispatches.map(hearOut));

    const seen = await rounds.posts();
    const world = await rounds.control('world', World);
    const known = new Set(dispatches.map((each) => `${each.collectiveId} ${markOf(each.mark)}`));
    expect(known.size).toBe(dispatches.length);
    expect([...seen.keys()].filter((id) => !known.has(id))).toEqual([]);

    const actedOn = new Map<string, string[]>();
    for (const command of world.commands) {
      const id = `${command.entityId} ${markOf(command)}`;
      actedOn.set(id, [...(actedOn.get(id) ?? []), command.id]);
    }
    const marks = dispatches.map(({ mark }) => markOf(mark));
    const tally: Record<string, number> = {};
    const count = (what: string) => {
      tally[what] = (tally[what] ?? 0) + 1;
    };
    const wrong: unknown[] = [];
    const owner = new Map<string, string>();
    for (const dispatch of dispatches) {
      const { key, collectiveId, mark } = dispatch;
      const batch = batches.get(key);
      if (batch === undefined) {
        count('missing');
        continue;
      }
      const text = markOf(mark);
      const twin = marks.filter((other) => other === text).length > 1;
      const posts = seen.get(`${collectiveId} ${text}`) ?? 0;
      const { outcome, resolution } = batch.batch;
      count(outcome === 'unknown' ? `unknown:${resolution?.verdict ?? 'open'}` : outcome);
      if (posts > 1) count('sent twice');
      if (outcome === 'accepted' && posts !== 1) wrong.push({ key, outcome, posts });
      for (const row of batch.rows) {
        const acted = actedOn.get(`${row.entityId} ${text}`) ?? [];
        if (row.commandId !== null) {
          const other = owner.get(row.commandId);
          if (other !== undefined || !acted.includes(row.commandId))
            wrong.push({ key, row, other });
          owner.set(row.commandId, key);
        }
        if (outcome === 'accepted' && row.commandId === null) wrong.push({ key, outcome, row });
        if (outcome !== 'unknown') continue;
        count(`row:${row.evidence ?? 'no evidence'}`);
        // Without a twin there is no doubt: it acted or it did not. A person decides if another plan is near.
        const expected = acted.length > 0 ? 'landed' : 'not-found';
        const near = dispatches.some((other) => isNear(dispatch, other)) ? ['person'] : [];
        const fair = twin ? ['landed', 'person', 'not-found'] : [expected, ...near];
        if (!fair.includes(row.evidence ?? '')) wrong.push({ key, row, acted });
        if (row.evidence === 'landed' && row.commandId === null) wrong.push({ key, row });
        if (row.evidence === 'not-found' && row.commandId !== null) wrong.push({ key, row });
      }
    }
    // With twins: if nothing was found, every such Command is known to be the other's.
    for (const { key, mark } of dispatches) {
      for (const row of batches.get(key)?.rows ?? []) {
        if (row.evidence !== 'not-found') continue;
        const acted = actedOn.get(`${row.entityId} ${markOf(mark)}`) ?? [];
        if (!acted.every((id) => owner.has(id))) wrong.push({ key, row, acted });
      }
    }
    // A stored intent requested everything that the Service did.
    const strange = world.commands.filter((command) => !marks.includes(markOf(command)));
    const most = Math.max(...seen.values());
    const { kills } = rounds;
    printFigures({
      dispatches: dispatches.length,
      kills: SIZES.kills,
      'killed before/during/after': `${kills.before}/${kills.during}/${kills.after}`,
      'POSTs received': [...seen.values()].reduce((sum, each) => sum + each, 0),
      'most per intent': most,
      ...Object.fromEntries(Object.entries(tally).toSorted(([a], [b]) => a.localeCompare(b))),
      wrong: wrong.length,
      seconds: Math.round((Date.now() - startedAt) / 1000),
    });
    expect(wrong).toEqual([]);
    expect(strange).toEqual([]);
    expect(most).toBe(1);
    expect(tally['missing'] ?? 0).toBe(0);
    expect(dispatches.length).toBe(SIZES.rounds * SIZES.perRound);
    expect(kills.before + kills.during + kills.after).toBeGreaterThanOrEqual(atLeast(200));
    expect(kills.during).toBeGreaterThan(atLeast(20));
    expect(tally['unknown:landed'] ?? 0).toBeGreaterThan(atLeast(5));
    expect(tally['unknown:none'] ?? 0).toBeGreaterThan(atLeast(5));
  },
  WITHIN_MS,
);
