import { afterAll, beforeAll, expect, test } from 'vitest';
import { DirectoryCollectiveDetail } from '../../src/contract/console/directory.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import { fillPath } from '../../src/contract/paths.ts';
import { DispatchRounds, markOf, printFigures } from '../support/dispatch-rounds.ts';
import { pairedFleet, type PlannedDispatch } from '../support/ledger-plan.ts';
import { planLies } from '../support/liar-plan.ts';
import type { WholeBatch } from '../support/operator-client.ts';
import { until } from '../support/until.ts';
import { Witness, contradictions } from '../support/witness.ts';

/** The long form: LIAR_DISPATCHES=300 LIAR_KILLS=60. */
const DISPATCHES = Number(process.env['LIAR_DISPATCHES'] ?? 40);
const KILLS = Number(process.env['LIAR_KILLS'] ?? 8);
const SEED = Number(process.env['LIAR_SEED'] ?? Date.now() % 1_000_000);
const PER_ROUND = 4;
const SIZES = { rounds: Math.ceil(DISPATCHES / PER_ROUND), perRound: PER_ROUND, kills: KILLS };
const WITHIN_MS = 300_000 + DISPATCHES * 6000;

const fleet = pairedFleet(8);
/** Some devices fail, to check that only those are reported as failed. */
const world = {
  ...fleet.world,
  entities: fleet.world.entities.map((entity, index) => ({
    ...entity,
    behaviour: index % 5 === 4 ? 'offline' : 'prompt',
  })),
};
let rounds: DispatchRounds;

beforeAll(async () => {
  rounds = await DispatchRounds.start({ world, directory: fleet.directory });
}, 120_000);
afterAll(async () => {
  await rounds.dispose();
});

const hasLooked = ({ batch }: WholeBatch) =>
  (batch.outcome !== 'unknown' && batch.unaccounted === 0) ||
  (batch.resolution?.state === 'done' && batch.resolution.verdict !== 'early');

/**
 * A Command this far from its send, by whatever clock the Service had: it held the request for long, or its clock
 * was set meanwhile. Then the rule does not look for it, in milliseconds.
 */
const FAR_MS = 45 * 60_000;

function isFarFromSend({ batch }: WholeBatch, { triggerTime }: { triggerTime: string }): boolean {
  const afterMs = Date.parse(triggerTime) - Date.parse(batch.createdAt);
  return batch.kind === 'now' && Math.abs(afterMs) > FAR_MS;
}

/** Whether the page shows all Commands of a dispatch, or leaves them to a person. */
function isComplete(witness: Witness, dispatch: PlannedDispatch, detail: WholeBatch): boolean {
  if (!hasLooked(detail)) return false;
  return witness
    .madeOf(dispatch)
    .filter(({ entityId }) => witness.isMember(dispatch.collectiveId, entityId))
    .every((made) =>
      detail.rows.some(
        (row) =>
          row.commandId === made.id ||
          (row.entityId === made.entityId &&
            (row.evidence === 'person' || isFarFromSend(detail, made))),
      ),
    );
}

/** Members without reason: strangers become members only after two sightings. */
async function wrongMembers(witness: Witness): Promise<string[]> {
  const wrong: string[] = [];
  for (const id of fleet.collectiveIds) {
    const { entities } = await rounds.operator.read(
      DirectoryCollectiveDetail,
      fillPath(CONSOLE_ROUTES.collective.path, { id }),
    );
    for (const entity of entities) {
      if (witness.isMember(id, entity.id) || witness.timesCommanded(id, entity.id) > 1) continue;
      wrong.push(`${entity.id} became a member of ${id} after one sighting`);
    }
  }
  return wrong;
}

test(
  'a service that lies in every way does not make the console send twice, lose anything or report anything false',
  async () => {
    const startedAt = Date.now();
    console.log(`LIAR_SEED=${SEED}`);
    const planned = planLies(SEED, fleet.collectiveIds, SIZES);
    const dispatches = planned.flatMap((round) => round.dispatches);
    const marks = dispatches.map(({ mark }) => markOf(mark));
    const isTwin = ({ mark }: PlannedDispatch) =>
      marks.filter((other) => other === markOf(mark)).length > 1;
    const witness = new Witness(fleet.directory.collectives);
    const wrong: unknown[] = [];
    let judged = 0;
    const judge = async (given: readonly PlannedDispatch[]) => {
      const details = await Promise.all(given.map(({ key }) => rounds.batchOf(key)));
      await witness.look(rounds.service);
      for (const [at, dispatch] of given.entries()) {
        const detail = details[at];
        if (detail === undefined) continue;
        judged += 1;
        const found = contradictions(witness, dispatch, detail);
        if (found.length > 0) wrong.push({ dispatch, found, detail });
      }
    };

    let before: PlannedDispatch[] = [];
    for (const round of planned) {
      await rounds.service.setClock(round.clock);
      witness.noteFaults(round.faults);
      const heard = await rounds.run(round);
      await Promise.all(
        round.dispatches
          .filter(({ key }) => heard.get(key) !== 'answered')
          .map((dispatch) => rounds.hearOut(dispatch)),
      );
      await witness.look(rounds.service);
      if (round.patient) {
        for (const { key } of round.dispatches) await until(() => rounds.batchOf(key), hasLooked);
      }
      await judge([...before, ...round.dispatches]);
      before = round.dispatches;
    }
    await judge(dispatches);

    // Healed: held requests act now at the latest, and repeated requests get an answer.
    await rounds.service.setClock({ offsetMs: 0, driftPpm: 0 });
    witness.noteFaults([]);
    await rounds.service.setFaults([]);
    await until(
      () => rounds.service.held(),
      (held) => held === 0,
    );
    const tally: Record<string, number> = {};
    const count = (what: string) => {
      tally[what] = (tally[what] ?? 0) + 1;
    };
    for (const dispatch of dispatches) {
      const { key } = dispatch;
      const { batch } = await until(
        async () => {
          const detail = await rounds.batchOf(key);
          await witness.look(rounds.service);
          if (isComplete(witness, dispatch, detail)) return detail;
          const path = fillPath(CONSOLE_ROUTES.resolve.path, { id: key });
          await (await rounds.operator.call('POST', path)).text();
          return detail;
        },
        (detail) => isComplete(witness, dispatch, detail),
      );
      const verdict = batch.resolution?.verdict ?? 'open';
      count(batch.outcome === 'unknown' ? `unknown:${verdict}` : batch.outcome);
      if (batch.outcome === 'accepted' && batch.resolution !== null) count(`in part:${verdict}`);
      if ((batch.lateFindAt ?? null) !== null) count('found late');
      await witness.look(rounds.service);
      const failed = witness.madeOf(dispatch).filter(({ status }) => status === 'Failed').length;
      const shown = batch.verdictCounts['failed'] ?? 0;
      if (!isTwin(dispatch) && shown > failed) wrong.push({ key, shown, failed });
    }
    await judge(dispatches);
    wrong.push(...(await wrongMembers(witness)));
    // A final replay of everything sends nothing new.
    await Promise.all(dispatches.map((dispatch) => rounds.hearOut(dispatch)));

    const posts = await rounds.posts();
    const known = new Set(dispatches.map((it) => `${it.collectiveId} ${markOf(it.mark)}`));
    const most = Math.max(...posts.values());
    const lies = new Set(planned.flatMap((round) => round.faults.map(({ kind }) => kind)));
    printFigures({
      dispatches: dispatches.length,
      kills: KILLS,
      'killed before/during/after': Object.values(rounds.kills).join('/'),
      'kinds of lies': lies.size,
      'POSTs received': [...posts.values()].reduce((sum, each) => sum + each, 0),
      'most per intent': most,
      ...Object.fromEntries(Object.entries(tally).toSorted(([a], [b]) => a.localeCompare(b))),
      'pages judged': judged,
      wrong: wrong.length,
      seconds: Math.round((Date.now() - startedAt) / 1000),
    });
    expect(wrong).toEqual([]);
    expect([...posts.keys()].filter((id) => !known.has(id))).toEqual([]);
    expect(known.size).toBe(dispatches.length);
    expect(most).toBe(1);
    expect(Object.keys(tally).some((what) => what.startsWith('unknown:'))).toBe(true);
  },
  WITHIN_MS,
);
