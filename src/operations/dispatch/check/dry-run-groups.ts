import type { Kysely } from 'kysely';
import type { CommandType } from '../../../contract/command.ts';
import { COMMAND_TYPES } from '../../../contract/command.ts';
import type { DryRunNote } from '../../../contract/console/dry-run.ts';
import type { Expectation } from '../../../domain/dispatch-forecast.ts';
import { areOpposite } from '../../../domain/command-rules.ts';
import type { Verdict } from '../../../domain/command-status.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { OPEN_VERDICTS } from '../track/open-commands.ts';

/** One Entity of a group, with the reason. */
export interface Grouped {
  entityId: string;
  note: DryRunNote;
  dispatchId: string | null;
  /** When this was observed, in milliseconds since the epoch. */
  seenAt: number | null;
  /** The other data behind it, if it is not an observation of a Command. */
  rests?: Expectation;
}

/** Statuses of Commands that have ended. */
const ENDED: readonly Verdict[] = ['acknowledged', 'verified', 'disproven', 'failed', 'canceled'];

/** A note without details. */
export const NO_NOTE: DryRunNote = {
  types: [],
  value: null,
  verdict: null,
  count: 0,
  of: 0,
  at: null,
  reason: null,
  others: false,
  refused: null,
  features: [],
};

const instantOf = (ms: number | null) => (ms === null ? null : isoInstant(ms));

/** The note on the Command that puts an Entity into a group; of several only their number and the time. */
function noteOf(
  row: { type: string | null; value: string | null; verdict: string; count: number },
  at: number | null,
): DryRunNote {
  return {
    ...NO_NOTE,
    types: row.type === null ? [] : [row.type],
    value: row.value,
    verdict: row.verdict,
    count: row.count,
    at: instantOf(at),
  };
}

/** Commands of the members of a Collective, whichever Collective they were sent to. */
function memberCommands(db: Kysely<Store>, collectiveId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('commands', 'commands.entity_id', 'memberships.entity_id')
    .where('memberships.collective_id', '=', collectiveId);
}

/** Aggregates over all matching Commands of an Entity: the latest one represents them. */
function perEntity(query: ReturnType<typeof memberCommands>) {
  // In membership order, the order of the key, so nothing is sorted.
  return query.groupBy('memberships.entity_id').select((row) => [
    'memberships.entity_id as entityId',
    row.fn.countAll<number>().as('count'),
    row.fn.min('commands.observed_at').as('seenAt'),
    row.fn.max('commands.changed_at').as('changedAt'),
    // With one Command the minimum is its own value; with more the note names none of them.
    row.fn.min('commands.type').as('type'),
    row.fn.min('commands.value').as('value'),
    row.fn.min('commands.verdict').as('verdict'),
    row.fn.min('commands.trigger_at').as('triggerAt'),
    row.fn.min('commands.dispatch_id').as('first'),
    row.fn.max('commands.dispatch_id').as('last'),
  ]);
}

/** Entities with an open Command. */
export async function pendingMembers(db: Kysely<Store>, collectiveId: string): Promise<Grouped[]> {
  const rows = await perEntity(
    memberCommands(db, collectiveId)
      .where('commands.settled', '=', 0)
      .where('commands.verdict', 'in', OPEN_VERDICTS),
  ).execute();
  return rows.map(({ entityId, seenAt, first, last, ...row }) => ({
    entityId,
    seenAt,
    dispatchId: first === last ? first : null,
    note: noteOf(row, row.triggerAt),
  }));
}

/** Entities with a Command that ended at or after an instant. */
export async function finishedMembers(
  db: Kysely<Store>,
  collectiveId: string,
  since: number,
): Promise<Grouped[]> {
  const rows = await perEntity(
    memberCommands(db, collectiveId)
      .where('commands.verdict', 'in', ENDED)
      .where('commands.changed_at', '>=', since),
  ).execute();
  return rows.map(({ entityId, seenAt, first, last, ...row }) => ({
    entityId,
    seenAt,
    dispatchId: first === last ? first : null,
    note: noteOf(row, row.changedAt),
  }));
}

/** Entities whose last Command was the opposite of one of these types; canceled ones do not count. */
export async function oppositeMembers(
  db: Kysely<Store>,
  collectiveId: string,
  types: readonly CommandType[],
  now: number,
): Promise<Grouped[]> {
  const opposites = COMMAND_TYPES.filter((known) => types.some((type) => areOpposite(type, known)));
  if (opposites.length === 0) return [];
  const rows = await db
    .with('latest', () =>
      memberCommands(db, collectiveId)
        .where('commands.verdict', '<>', 'canceled')
        // The Service's clock may be ahead: a Command that is no longer Pending has triggered.
        .where((own) =>
          own.or([own('commands.verdict', '<>', 'pending'), own('commands.trigger_at', '<=', now)]),
        )
        .groupBy('memberships.entity_id')
        .select((row) => ['memberships.entity_id', row.fn.max('commands.trigger_at').as('at')]),
    )
    .selectFrom('latest')
    .innerJoin('commands', (join) =>
      join
        .onRef('commands.entity_id', '=', 'latest.entity_id')
        .onRef('commands.trigger_at', '=', 'latest.at'),
    )
    .where('commands.type', 'in', opposites)
    .where('commands.verdict', '<>', 'canceled')
    .select([
      'commands.entity_id as entityId',
      'commands.type',
      'commands.value',
      'commands.verdict',
      'commands.trigger_at as triggerAt',
      'commands.dispatch_id as dispatchId',
      'commands.observed_at as seenAt',
    ])
    .execute();
  const byEntity = new Map(rows.map((row) => [row.entityId, row]));
  return [...byEntity.values()].map(({ entityId, dispatchId, seenAt, ...row }) => ({
    entityId,
    dispatchId,
    seenAt,
    note: noteOf({ ...row, count: 1 }, row.triggerAt),
  }));
}

/** One Entity of a group, by what the store knows of it. */
export function expectedOf(entityId: string, rests: Expectation): Grouped {
  const { outcome } = rests;
  return {
    entityId,
    dispatchId: outcome?.dispatchId ?? null,
    seenAt: null,
    rests,
    note: {
      ...NO_NOTE,
      types: outcome === null ? [] : [outcome.type],
      verdict: outcome?.verdict ?? null,
      count: rests.failed,
      of: rests.of,
      at: instantOf(rests.at),
      reason: outcome?.reason ?? null,
      others: outcome !== null && outcome.dispatchId === null,
      refused: rests.status,
      features: [...rests.features],
    },
  };
}
