import type { Kysely } from 'kysely';
import {
  FLEET_RESOURCES,
  NO_VALUE,
  type FleetResource,
} from '../../../contract/console/choices.ts';
import type { EntityFacts, EntityFactsPart } from '../../../contract/console/entity-facts.ts';
import type { RecentEnergy } from '../../../contract/console/fleet-facts.ts';
import { freshFrom, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { silentSince } from '../../../domain/silent.ts';
import { chunksInTurns } from '../../../store/chunks.ts';
import type { PictureColumns } from '../../../store/schema/picture-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { lastComputed } from '../energy/last-computed.ts';
import { recentEnergy } from '../energy/recent-energy.ts';

/** Rows per part of all facts. */
const PART = 1000;

/** Entities whose sessions are added up together; other requests have their turn in between. */
const TOGETHER = 100;

type Pictured = PictureColumns & { id: string };

/** Values of `outcome` that stand for no Command. */
const NO_COMMAND: ReadonlySet<string> = new Set([NO_VALUE, 'never', 'partial']);

/** The status of the last Command in a picture, or null if it has none. */
export function lastVerdict({ outcome }: Pick<PictureColumns, 'outcome'>): string | null {
  return NO_COMMAND.has(outcome) ? null : outcome;
}

/** The resources whose last read was partial. */
function partlyRead({ partial_of: of }: Pick<PictureColumns, 'partial_of'>): FleetResource[] {
  const names = of.split(',');
  return FLEET_RESOURCES.filter((resource) => names.includes(resource));
}

/** The oldest last read of what lists show; null: nothing was read. */
function oldestRead(row: PictureColumns): number | null {
  const times = [row.commands_at, row.sessions_at, row.capacity_at, row.features_at, row.places_at];
  const known = times.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}

const instantOrNull = (ms: number | null) => (ms === null ? null : isoInstant(ms));

/** Whether nothing is known of an Entity, nor why. */
function isBlank(row: Pictured): boolean {
  const told = [row.seen_at, row.planned_at, row.location, oldestRead(row)];
  return row.outcome === 'never' && row.reads_state === 'fine' && told.every((one) => one === null);
}

function shownPicture(
  row: Pictured,
  energy: RecentEnergy | undefined,
  policy: FleetPolicy,
  now: number,
): EntityFacts | null {
  if (isBlank(row)) return null;
  const read = (resource: FleetResource, at: number) => ({
    readAt: isoInstant(at),
    isStale: at < freshFrom(policy, resource, now),
  });
  const verdict = lastVerdict(row);
  return {
    commandsAt: instantOrNull(row.commands_at),
    last:
      verdict === null
        ? null
        : {
            verdict,
            type: row.last_type,
            at: instantOrNull(row.last_at),
            isOurs: row.last_ours === 1,
          },
    seenAt: instantOrNull(row.seen_at),
    sessionsFrom: instantOrNull(row.sessions_from),
    isSilent: silentSince(row.session_at, now) !== null,
    energy:
      energy === undefined || row.sessions_at === null
        ? null
        : { ...energy, ...read('sessions', row.sessions_at) },
    capacity:
      row.capacity_at === null
        ? null
        : { value: row.capacity, ...read('capacity', row.capacity_at) },
    capture:
      row.features_at === null
        ? null
        : {
            isOn: row.capture_state === NO_VALUE ? null : row.capture_state === 'on',
            ...read('features', row.features_at),
          },
    place: row.location,
    // One that has begun since is the last Command soon.
    planned:
      row.planned_at === null || row.planned_at <= now
        ? null
        : { type: row.planned_type, at: isoInstant(row.planned_at) },
    failing: row.failing === 0 ? null : { count: row.failing, message: row.message ?? '' },
    partial:
      row.partial === 0
        ? null
        : { count: row.partial, message: row.partial_message ?? '', of: partlyRead(row) },
    readAt: instantOrNull(oldestRead(row)),
  };
}

/**
 * Pictures as lists show them, by Entity; what depends on the time is computed as of now.
 * @param policy decides when data counts as stale
 * @param now milliseconds since the epoch
 * @returns those of which nothing is known are absent
 */
export async function shownPictures(
  db: Kysely<Store>,
  rows: readonly Pictured[],
  policy: FleetPolicy,
  now: number,
): Promise<Map<string, EntityFacts>> {
  const found = new Map<string, EntityFacts>();
  const computedAt = await lastComputed(db, now);
  for await (const part of chunksInTurns(rows, TOGETHER)) {
    const energy = await recentEnergy(db, part, computedAt, now);
    for (const row of part) {
      const shown = shownPicture(row, energy.get(row.id), policy, now);
      if (shown !== null) found.set(row.id, shown);
    }
  }
  return found;
}

/**
 * A part of the facts of all listed Entities, without their days.
 * @param after the last Entity of the part before
 * @param now milliseconds since the epoch
 */
export async function partOfFacts(
  db: Kysely<Store>,
  after: string | undefined,
  policy: FleetPolicy,
  now: number,
): Promise<EntityFactsPart> {
  const rows = await db
    .selectFrom('entities')
    .where('archived', '=', 0)
    .where('id', '>', after ?? '')
    .orderBy('id')
    .limit(PART)
    .selectAll()
    .execute();
  const shown = await shownPictures(db, rows, policy, now);
  return {
    entities: [...shown].map(([id, { energy, ...facts }]) => ({
      id,
      facts: { ...facts, energy: energy === null ? null : { ...energy, days: [] } },
    })),
    next: rows.length < PART ? null : (rows.at(-1)?.id ?? null),
    asOf: isoInstant(now),
  };
}
