import { sql, type Kysely } from 'kysely';
import type { FleetResource } from '../../../contract/console/choices.ts';
import { freshFrom, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import { chunks } from '../../../store/chunks.ts';
import type { FleetReadRow } from '../../../store/schema/fleet-schema.ts';
import type { ReportEntityRow, ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { offboardedOf } from '../../fleet/offboarding/offboarded.ts';
import { askReads } from '../../fleet/reads/mark-read.ts';
import { RANK } from '../../fleet/reads/rank.ts';

/** The parts of a run that decide what must be known. */
export type KnowingRun = Pick<
  ReportRunRow,
  'run_no' | 'created_at' | 'read_from' | 'read_to' | 'relation_kind'
>;

/** The state of a read, if there is one. */
type Read = Pick<
  FleetReadRow,
  'rank' | 'due_at' | 'read_at' | 'tried_at' | 'message' | 'known_from'
> | null;

/** A waiting Entity, with what is known of its sessions. */
export interface WaitingEntity {
  entity: ReportEntityRow;
  sessions: Read;
  history: Read;
  /** Whether it was offboarded, so that nothing more will be known. */
  isOffboarded: boolean;
}

/** The next step for a waiting Entity. */
export type Standing =
  | { kind: 'ready' }
  /** It could not be read, with the Service's message. */
  | { kind: 'failed'; message: string }
  /** These reads are needed first. */
  | { kind: 'ask'; resources: FleetResource[] }
  | { kind: 'waits' };

const READY: Standing = { kind: 'ready' };
const WAITS: Standing = { kind: 'waits' };

const isSince = (at: number | null | undefined, since: number) => (at ?? -Infinity) >= since;

/** The reads that an Entity needs before any were requested. */
function needs(run: KnowingRun, of: WaitingEntity, now: number, policy: FleetPolicy): Standing {
  const isAgain = run.relation_kind === 'again';
  const since = isAgain ? run.created_at : freshFrom(policy, 'sessions', now);
  const readAt = of.sessions?.read_at ?? null;
  const isFresh = readAt !== null && readAt >= since;
  const isKnown = isAgain
    ? isSince(of.history?.read_at, run.created_at)
    : (of.sessions?.known_from ?? Infinity) <= run.read_from;
  const resources: FleetResource[] = [];
  if (!isFresh) resources.push('sessions');
  if (!isKnown) resources.push('history');
  return resources.length === 0 ? READY : { kind: 'ask', resources };
}

const NOT_READ = 'The console does not read this Entity, as it is archived.';

/** The state of a read that was requested at `since`. */
function asked(read: Read, since: number, isEnough: (read: NonNullable<Read>) => boolean) {
  // Archived Entities are not read.
  if (read === null) return { message: NOT_READ };
  if (read.message !== null && isSince(read.tried_at, since)) return read;
  if (isEnough(read)) return 'enough';
  return read.rank === RANK.asked || isSince(read.tried_at, since) ? 'waits' : 'lost';
}

/**
 * Decides the next step for a waiting Entity: taken over at once if enough is known; otherwise the missing reads
 * are requested, and it waits until they were tried.
 * @param at `now` in milliseconds since the epoch
 */
export function standingOf(
  run: KnowingRun,
  of: WaitingEntity,
  { now, policy }: { now: number; policy: FleetPolicy },
): Standing {
  if (of.isOffboarded) return READY;
  const { asked: names, asked_at: since } = of.entity;
  if (names === null || since === null) return needs(run, of, now, policy);
  const resources = names.split(' ');
  const states: ReturnType<typeof asked>[] = [];
  if (resources.includes('sessions')) {
    states.push(asked(of.sessions, since, ({ read_at }) => isSince(read_at, since)));
  }
  if (resources.includes('history')) {
    const reaches = (of.sessions?.known_from ?? Infinity) <= run.read_from;
    // History is read step by step, and may reach back less far than requested.
    const isOver = ({ rank, due_at, read_at }: NonNullable<Read>) =>
      rank !== RANK.asked || (isSince(read_at, since) && due_at > now);
    const isEnough = (read: NonNullable<Read>) =>
      (reaches && run.relation_kind !== 'again') || isOver(read);
    states.push(asked(of.history, since, isEnough));
  }
  for (const state of states) {
    if (typeof state === 'object') return { kind: 'failed', message: state.message ?? '' };
  }
  if (states.includes('lost')) return { kind: 'ask', resources: resourcesOf(resources) };
  return states.includes('waits') ? WAITS : READY;
}

const resourcesOf = (names: readonly string[]): FleetResource[] =>
  (['sessions', 'history'] as const).filter((name) => names.includes(name));

const READ_COLUMNS = ['rank', 'due_at', 'read_at', 'tried_at', 'message', 'known_from'] as const;

/**
 * The next waiting Entities of a run, in order.
 * @param after number of the last one before
 */
export async function waitingAfter(
  db: Kysely<Store>,
  runNo: number,
  after: number,
  limit: number,
): Promise<WaitingEntity[]> {
  const entities = await db
    .selectFrom('report_entities')
    .where('run_no', '=', runNo)
    .where('state', '=', 'waiting')
    .where('entity_no', '>', after)
    .orderBy('entity_no')
    .limit(limit)
    .selectAll()
    .execute();
  if (entities.length === 0) return [];
  const ids = entities.map(({ entity_id: id }) => id);
  const gone = await offboardedOf(db, ids);
  const reads = await db
    .selectFrom('fleet_reads')
    .where('entity_id', 'in', ids)
    .where('resource', 'in', ['sessions', 'history'])
    .select(['entity_id', 'resource', ...READ_COLUMNS])
    .execute();
  const known = new Map(reads.map((read) => [`${read.resource} ${read.entity_id}`, read]));
  return entities.map((entity) => ({
    entity,
    sessions: known.get(`sessions ${entity.entity_id}`) ?? null,
    history: known.get(`history ${entity.entity_id}`) ?? null,
    isOffboarded: gone.has(entity.entity_id),
  }));
}

/**
 * Requests reads of Entities of a run, and notes that. Wake the fleet's scheduler afterwards.
 * @param now milliseconds since the epoch; reads from then on count
 */
export async function askForReads(
  db: Kysely<Store>,
  run: Pick<KnowingRun, 'run_no' | 'read_from'>,
  entities: readonly Pick<ReportEntityRow, 'entity_no' | 'entity_id'>[],
  resources: readonly FleetResource[],
  now: number,
): Promise<void> {
  const entityIds = entities.map(({ entity_id: id }) => id);
  // First: after a crash between the two it is requested once more, rather than waited for in vain.
  const reads = await askReads(db, { entityIds, resources, historyFrom: run.read_from }, now);
  for (const part of chunks(entities)) {
    await db
      .updateTable('report_entities')
      .where('run_no', '=', run.run_no)
      .where(
        'entity_no',
        'in',
        part.map(({ entity_no: no }) => no),
      )
      .set({ asked: resources.join(' '), asked_at: now })
      .execute();
  }
  await db
    .updateTable('report_runs')
    .where('run_no', '=', run.run_no)
    .set({ requests: sql`requests + ${reads}` })
    .execute();
}
