import type { Kysely } from 'kysely';
import type { ReportBasis } from '../../contract/console/report-figures.ts';
import { provisionalFromMs } from '../../domain/complete-days.ts';
import { isoInstant } from '../../domain/instant.ts';
import type { FigurePeriod } from '../../domain/reports/definition.ts';
import { chunks } from '../../store/chunks.ts';
import type { Store } from '../../store/schema/schema.ts';
import { lastComputed } from '../fleet/energy/last-computed.ts';
import { isRemoved } from '../retention/remove-sessions.ts';

/** What is known of the sessions of an Entity. */
export interface EntityBasis {
  /** While it is the same, so are the stored sessions of the Entity and what they are checked against. */
  stamp: string;
  readAt: number | null;
  knownFrom: number | null;
  isFailed: boolean;
  isOffboarded: boolean;
  isErased: boolean;
  /** Of its battery, in the unit of the Service; null if not known. */
  capacity: number | null;
  /** Whether it is known that its sessions are not captured. */
  isUncaptured: boolean;
}

const RESOURCES = ['capacity', 'history', 'sessions'] as const;

/**
 * What is known of Entities, in their order. The stamp is made of the hash of the last answer about each resource; where
 * a part was stored beside it there is none, and when that was asked for counts.
 */
export async function readEntityBasis(
  db: Kysely<Store>,
  entityIds: readonly string[],
): Promise<EntityBasis[]> {
  const found = new Map<string, EntityBasis>();
  for (const part of chunks(entityIds)) {
    const rows = await db
      .selectFrom('fleet_reads as r')
      .leftJoin('entities as e', 'e.id', 'r.entity_id')
      .where('r.entity_id', 'in', part)
      .where('r.resource', 'in', RESOURCES)
      .orderBy('r.entity_id')
      .orderBy('r.resource')
      .select(['r.entity_id', 'r.resource', 'r.hash', 'r.asked_at', 'r.tried_at', 'r.read_at'])
      .select(['r.known_from', 'r.message', 'e.offboarded_at', 'e.capacity', 'e.capture_state'])
      .execute();
    for (const row of rows) {
      const own = found.get(row.entity_id) ?? nothing();
      found.set(row.entity_id, own);
      own.stamp += `${row.hash ?? `${row.asked_at} ${row.tried_at}`};`;
      own.isOffboarded = row.offboarded_at !== null;
      own.capacity = row.capacity;
      own.isUncaptured = row.capture_state === 'off';
      if (row.resource !== 'sessions') continue;
      own.readAt = row.read_at;
      own.isErased = own.isOffboarded && row.read_at === null && isRemoved(row.hash);
      own.knownFrom = row.known_from;
      own.isFailed = row.message !== null;
    }
  }
  return entityIds.map((id) => found.get(id) ?? nothing());
}

const nothing = (): EntityBasis => ({
  stamp: '',
  readAt: null,
  knownFrom: null,
  isFailed: false,
  isOffboarded: false,
  isErased: false,
  capacity: null,
  isUncaptured: false,
});

/** Sessions have to be known this long before the period: one may have begun long before. */
export const KNOWN_BEFORE_MS = 62 * 86_400_000;

/** How far the sessions behind a report are known. @param now milliseconds since the epoch */
export async function reportBasis(
  db: Kysely<Store>,
  known: readonly EntityBasis[],
  { uncaptured, archived }: Pick<ReportBasis, 'uncaptured' | 'archived'>,
  period: FigurePeriod,
  now: number,
): Promise<ReportBasis> {
  const reads = known.flatMap(({ readAt }) => (readAt === null ? [] : [readAt]));
  const oldest = reads.reduce((least, at) => Math.min(least, at), Infinity);
  // Of all time, everything is needed.
  const needed = period.from === null ? 0 : period.startMs - KNOWN_BEFORE_MS;
  const late = known.flatMap(({ knownFrom }) =>
    knownFrom !== null && knownFrom > needed ? [knownFrom] : [],
  );
  const computedAt = await lastComputed(db, now);
  const provisional = provisionalFromMs(period.zone, Math.min(now, oldest), computedAt);
  const isProvisional = provisional < period.endMs;
  return {
    entities: known.length,
    unread: known.filter(({ readAt, isOffboarded }) => readAt === null && !isOffboarded).length,
    failed: known.filter(({ isFailed }) => isFailed).length,
    offboarded: known.filter(({ isOffboarded }) => isOffboarded).length,
    erased: known.filter(({ isErased }) => isErased).length,
    uncaptured,
    archived,
    knownLate:
      late.length === 0
        ? null
        : {
            entities: late.length,
            from: isoInstant(late.reduce((most, at) => Math.max(most, at), -Infinity)),
          },
    oldestReadAt: oldest === Infinity ? null : isoInstant(oldest),
    provisionalFrom: isProvisional ? isoInstant(Math.max(provisional, period.startMs)) : null,
  };
}
