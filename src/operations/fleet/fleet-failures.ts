import type { Kysely } from 'kysely';
import {
  COLLECTIVE_RESOURCES,
  DEPLOYMENT_RESOURCES,
  READ_RESOURCES,
  type ReadResource,
} from '../../contract/console/choices.ts';
import type {
  FleetFailure,
  FleetFailures,
  FleetFailuresQuery,
} from '../../contract/console/fleet.ts';
import { z } from '../../contract/zod.ts';
import { isoInstant } from '../../domain/instant.ts';
import type { FleetReadRow } from '../../store/schema/fleet-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import { collectivesIn, listedIn } from './fleet-scope.ts';
import { NEVER_MS } from './reads/next-due.ts';

/** Maximum failures of a page unless a limit is given. */
const FAILURES = 100;
/** Used for a fault without a message. */
const NO_WORDS = 'Could not be read.';

const COLUMNS = [
  'fleet_reads.resource',
  'fleet_reads.message',
  'fleet_reads.tried_at',
  'fleet_reads.tries',
  'fleet_reads.due_at',
  'fleet_reads.read_at',
  'fleet_reads.partial',
] as const;

type FailedRead = Pick<
  FleetReadRow,
  'resource' | 'message' | 'tried_at' | 'tries' | 'due_at' | 'read_at' | 'partial'
> & { id: string | null; name: string | null };

function failureOf(row: FailedRead, now: number): FleetFailure {
  return {
    id: row.id,
    name: row.name,
    resource: z.enum(READ_RESOURCES).parse(row.resource),
    isPart: row.partial === 1,
    message: row.message ?? NO_WORDS,
    triedAt: isoInstant(row.tried_at ?? now),
    tries: row.tries,
    nextAt: row.due_at >= NEVER_MS ? null : isoInstant(row.due_at),
    readAt: row.read_at === null ? null : isoInstant(row.read_at),
  };
}

/** Failed reads of deployment resources, then of Collectives by name. */
async function failedOthers(db: Kysely<Store>, query: FleetFailuresQuery): Promise<FailedRead[]> {
  const { resource, collective, entity } = query;
  const failed = (resources: readonly ReadResource[]) =>
    db
      .selectFrom('fleet_reads')
      .where('fleet_reads.resource', 'in', resources)
      .$if(resource !== undefined, (reads) => reads.where('resource', '=', resource ?? ''))
      .where('fleet_reads.tries', '>', 0);
  const once = failed(DEPLOYMENT_RESOURCES).orderBy('resource').select(COLUMNS);
  const isAll = collective === undefined && entity === undefined;
  const ofCollectives = await failed(COLLECTIVE_RESOURCES)
    .innerJoin(collectivesIn(db, query).selectAll().as('of'), 'of.id', 'fleet_reads.entity_id')
    .orderBy('of.name')
    .orderBy('of.id')
    .select(['of.id', 'of.name', ...COLUMNS])
    .execute();
  const all = isAll ? await once.execute() : [];
  return [...all.map((row) => ({ ...row, id: null, name: null })), ...ofCollectives];
}

/**
 * Reads whose last try failed or returned only a part: first of deployment resources and Collectives, then of
 * Entities by name.
 * @param now milliseconds since the epoch
 */
export async function readFleetFailures(
  db: Kysely<Store>,
  query: FleetFailuresQuery,
  now: number,
): Promise<FleetFailures> {
  const { resource, limit = FAILURES, offset = 0 } = query;
  const others = await failedOthers(db, query);
  const failed = listedIn(db, query)
    .innerJoin('fleet_reads', 'fleet_reads.entity_id', 'entities.id')
    .where('fleet_reads.tries', '>', 0)
    .$if(resource !== undefined, (rows) => rows.where('fleet_reads.resource', '=', resource ?? ''));
  const { total } = await failed
    .select((row) => row.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow();
  const first = others.slice(offset, offset + limit);
  const rows = await failed
    .orderBy('entities.sort_name')
    .orderBy('entities.id')
    .orderBy('fleet_reads.resource')
    .limit(limit - first.length)
    .offset(Math.max(0, offset - others.length))
    .select(['entities.id', 'entities.name', ...COLUMNS])
    .execute();
  return {
    failures: [...first, ...rows].map((row) => failureOf(row, now)),
    total: others.length + Number(total),
    asOf: isoInstant(now),
  };
}
