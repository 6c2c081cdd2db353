import type { Kysely } from 'kysely';
import type { CommandType } from '../../../contract/command.ts';
import { COMMAND_TYPES } from '../../../contract/command.ts';
import type { DryRunNote } from '../../../contract/console/dry-run.ts';
import { areOpposite } from '../../../domain/command-rules.ts';
import { FAILED_VERDICTS, type Verdict } from '../../../domain/command-status.ts';
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
}

/** Statuses of Commands that have ended. */
const ENDED: readonly Verdict[] = ['acknowledged', 'verified', 'disproven', 'failed', 'canceled'];

/** Statuses of Commands that were carried out or tried: a canceled one says nothing about a device. */
export const TRIED: readonly Verdict[] = ['acknowledged', 'verified', 'disproven', 'failed'];

/** Number of consecutive failures. */
const FAILED_IN_A_ROW = 3;

/** A note without details. */
export const NO_NOTE: DryRunNote = {
  types: [],
  value: null,
  verdict: null,
  count: 0,
  at: null,
  reason: null,
  others: false,
  refused: null,
};

const instantOf = (ms: number | null) => (ms === null ? null : isoInstant(ms));

/** The Command that puts an Entity into a group; of several only their number, and when. */
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
  // In membership order: its key is sorted this way already.
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

/** Entities whose last three Commands of one of these types all failed. */
export async function failingMembers(
  db: Kysely<Store>,
  collectiveId: string,
  types: readonly CommandType[],
): Promise<Grouped[]> {
  const found = new Map<string, Grouped>();
  for (const type of types) {
    const rows = await db
      .with('candidates', () =>
        memberCommands(db, collectiveId)
          .where('commands.type', '=', type)
          .where('commands.verdict', 'in', FAILED_VERDICTS)
          .groupBy('memberships.entity_id')
          .having((row) => row.fn.countAll<number>(), '>=', FAILED_IN_A_ROW)
          .select('memberships.entity_id'),
      )
      .with('ranked', (query) =>
        query
          .selectFrom('candidates')
          .innerJoin('commands', 'commands.entity_id', 'candidates.entity_id')
          .where('commands.type', '=', type)
          .where('commands.verdict', 'in', TRIED)
          .select((row) => [
            'commands.entity_id as entityId',
            'commands.verdict',
            'commands.observed_at as seenAt',
            row.fn
              .agg<number>('row_number')
              .over((over) =>
                over.partitionBy('commands.entity_id').orderBy('commands.trigger_at', 'desc'),
              )
              .as('rank'),
          ]),
      )
      .selectFrom('ranked')
      .where('rank', '<=', FAILED_IN_A_ROW)
      .where('verdict', 'in', FAILED_VERDICTS)
      .groupBy('entityId')
      .having((row) => row.fn.countAll<number>(), '=', FAILED_IN_A_ROW)
      .select((row) => ['entityId', row.fn.min('seenAt').as('seenAt')])
      .execute();
    for (const { entityId, seenAt } of rows) {
      if (found.has(entityId)) continue;
      const note = { ...NO_NOTE, types: [type], count: FAILED_IN_A_ROW };
      found.set(entityId, { entityId, note, dispatchId: null, seenAt });
    }
  }
  return [...found.values()];
}
