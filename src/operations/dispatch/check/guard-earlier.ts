import type { Kysely } from 'kysely';
import { z } from '../../../contract/zod.ts';
import { ScheduledCommandRequest } from '../../../contract/command.ts';
import type { EarlierFinding, GuardFinding } from '../../../contract/console/guard.ts';
import { instantMs, isoInstant } from '../../../domain/instant.ts';
import { chunks } from '../../../store/chunks.ts';
import { fromJson } from '../../../store/json.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';

/** The parts of a dispatch that the guard checks. */
export interface GuardAsk {
  collectiveId: string;
  kind: 'now' | 'schedule';
  items: readonly ScheduledCommandRequest[];
}

/** When the guard checks. */
export interface GuardLook {
  /** Milliseconds since the epoch. */
  now: number;
  /** The window for the same Command, or an opposite that has ended, in ms; 0: never. */
  windowMs: number;
  /** The newest version of the store that the check covers. */
  version: number;
}

/** A finding, and the version of the store since which it was visible. */
export interface Found {
  finding: GuardFinding;
  version: number;
}

/** The parts of an earlier batch that the guard reads. */
export const EARLIER = [
  'id',
  'kind',
  'items',
  'operator_name',
  'created_at',
  'outcome',
  'member_count',
  'collective_id',
  'collective_name',
  'recorded_version',
] as const satisfies readonly (keyof IntentRow)[];
export type Earlier = Pick<IntentRow, (typeof EARLIER)[number]>;

/** An item with the instant at which it takes effect. */
export interface Timed {
  type: string | null;
  value: string | null;
  at: number;
  triggerTime: string | null;
}

const Items = z.array(ScheduledCommandRequest);

/** Items with their instants. @param sentAt that of an item without a trigger time, in ms since the epoch */
export function timed(items: readonly ScheduledCommandRequest[], sentAt: number): Timed[] {
  return items.map(({ type, value, triggerTime }) => ({
    type,
    value,
    triggerTime,
    at: instantMs(triggerTime) ?? sentAt,
  }));
}

/** The items of an earlier batch, with the instants. */
export function timedItems(earlier: Pick<Earlier, 'items' | 'created_at'>): Timed[] {
  return timed(fromJson(Items, earlier.items), earlier.created_at);
}

/**
 * What earlier batches command: their items, and Commands that the Service made although they were not requested.
 * @returns a function of a batch of these
 */
export async function timedCommands<E extends Pick<Earlier, 'id' | 'items' | 'created_at'>>(
  db: Kysely<Store>,
  earlierOnes: readonly E[],
): Promise<(earlier: E) => Timed[]> {
  const unrequested = new Map<string, ScheduledCommandRequest[]>();
  for (const ids of chunks(earlierOnes.map(({ id }) => id))) {
    const rows = await db
      .selectFrom('commands')
      .where('dispatch_id', 'in', ids)
      .where('verdict', '=', 'unrequested')
      .select(['dispatch_id', 'type', 'value', 'trigger_time as triggerTime'])
      .distinct()
      .execute();
    for (const { dispatch_id: id, ...command } of rows) {
      unrequested.set(id, [...(unrequested.get(id) ?? []), command]);
    }
  }
  return (earlier) => [
    ...timedItems(earlier),
    ...timed(unrequested.get(earlier.id) ?? [], earlier.created_at),
  ];
}

const Outcome = z.enum(['sending', 'accepted', 'unknown']);

/**
 * An earlier batch as a finding.
 * @param shared number of shared Entities; ignored if it is the same Collective
 */
export function findingOf(
  kind: EarlierFinding['kind'],
  earlier: Omit<Earlier, 'items'>,
  item: Timed,
  more: { count: number; open: number; shared: number | null },
): EarlierFinding {
  return {
    kind,
    dispatchId: earlier.id,
    operatorName: earlier.operator_name,
    createdAt: isoInstant(earlier.created_at),
    type: item.type,
    value: item.value,
    triggerTime: item.triggerTime,
    count: more.count,
    open: more.open,
    outcome: Outcome.parse(earlier.outcome),
    ...(more.shared === null
      ? {}
      : { shared: { collectiveName: earlier.collective_name, entities: more.shared } }),
  };
}

/**
 * Number of a Collective's Entities that each of these batches reached: members at its send, and
 * Entities that the answer named. A batch without shared Entities is left out.
 */
async function countShared(
  db: Kysely<Store>,
  collectiveId: string,
  dispatchIds: readonly string[],
) {
  const shared = new Map<string, number>();
  for (const ids of chunks(dispatchIds)) {
    const members = await db
      .selectFrom('intent_members')
      .innerJoin('memberships', 'memberships.entity_id', 'intent_members.entity_id')
      .where('memberships.collective_id', '=', collectiveId)
      .where('intent_members.dispatch_id', 'in', ids)
      .groupBy('intent_members.dispatch_id')
      .select((row) => ['intent_members.dispatch_id as id', row.fn.countAll<number>().as('count')])
      .execute();
    const others = await db
      .selectFrom('commands')
      .innerJoin('memberships', 'memberships.entity_id', 'commands.entity_id')
      .leftJoin('intent_members', (join) =>
        join
          .onRef('intent_members.dispatch_id', '=', 'commands.dispatch_id')
          .onRef('intent_members.entity_id', '=', 'commands.entity_id'),
      )
      .where('memberships.collective_id', '=', collectiveId)
      .where('commands.dispatch_id', 'in', ids)
      .where('intent_members.entity_id', 'is', null)
      .groupBy('commands.dispatch_id')
      .select((row) => [
        'commands.dispatch_id as id',
        row.fn.count<number>('commands.entity_id').distinct().as('count'),
      ])
      .execute();
    for (const { id, count } of [...members, ...others]) {
      shared.set(id, (shared.get(id) ?? 0) + count);
    }
  }
  return shared;
}

/**
 * Earlier batches that concern a Collective: its own, and those of others with shared Entities.
 * @returns each with its number of shared Entities; null for the Collective's own
 */
export async function concerning<E extends Pick<Earlier, 'id' | 'collective_id'>>(
  db: Kysely<Store>,
  collectiveId: string,
  earlierOnes: readonly E[],
): Promise<{ earlier: E; shared: number | null }[]> {
  const foreign = earlierOnes.filter((earlier) => earlier.collective_id !== collectiveId);
  const counts = await countShared(
    db,
    collectiveId,
    foreign.map(({ id }) => id),
  );
  return earlierOnes.flatMap((earlier): { earlier: E; shared: number | null }[] => {
    if (earlier.collective_id === collectiveId) return [{ earlier, shared: null }];
    const shared = counts.get(earlier.id);
    return shared === undefined ? [] : [{ earlier, shared }];
  });
}
