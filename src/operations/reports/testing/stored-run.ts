import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import {
  type ReportDefinition,
  ReportThresholds,
} from '../../../contract/console/report-definition.ts';
import { sessionSpan } from '../../../domain/session-maths.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import type { ReportEntityRow, ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { forgetEntity } from '../runs/forget-entity.ts';
import { finishRun } from '../runs/finish-run.ts';
import { ingest, type Portion } from '../runs/ingest.ts';
import { sealRun } from '../results/manifest.ts';
import { createIdDictionary } from '../runs/id-dictionary.ts';
import { createRun, findRun, rulesOf, type RunEntity, type RunInput } from '../runs/runs.ts';

const BY = { operator: { id: 'o', name: 'Olga', role: 'operator' } } as const;

/** A deletion by an operator without a reason: enough for a run that is not sealed. */
export const DELETION = { by: BY, reason: null };

/** A definition for tests: 1 March to 30 April 2026 in UTC, by the start. */
export function aDefinition(more: Partial<ReportDefinition> = {}): ReportDefinition {
  return {
    scope: { collectives: [], entities: [], types: ['EV'], tags: [] },
    period: { kind: 'range', from: '2026-03-01', to: '2026-04-30' },
    zone: 'UTC',
    siteTime: false,
    boundary: 'start',
    grouping: 'entity',
    tariff: null,
    thresholds: ReportThresholds.parse({}),
    ...more,
  };
}

/** Stores a run without any reads yet. */
export async function storeRun(
  db: Kysely<Store>,
  input: { entities: readonly RunEntity[] } & Partial<RunInput>,
  now: number,
): Promise<ReportRunRow> {
  const full = { definition: aDefinition(), saved: null, tariff: null, ...input };
  return findRun(db, await createRun(db, full, BY, now));
}

/** Sessions of an Entity to take over; by default all of them, read when the run was begun. */
export function portionOf(
  run: ReportRunRow,
  entity: ReportEntityRow,
  sessions: readonly ChargeSession[],
  known: Partial<Portion> = {},
): Portion {
  return {
    entity,
    sessions: sessions.map((session) => ({
      session,
      hash: createHash('sha256').update(canonicalJson(session)).digest('base64url'),
      again: 0,
      differs: false,
    })),
    next: null,
    readAt: run.created_at,
    knownFrom: run.read_from,
    failure: null,
    capture: null,
    capacityKwh: null,
    ...known,
  };
}

/** Takes sessions of an Entity over into a run, in pages. */
export async function readInPages(
  db: Kysely<Store>,
  run: ReportRunRow,
  entityId: string,
  sessions: readonly ChargeSession[],
  pageSize = 100,
  known: Partial<Portion> = {},
): Promise<void> {
  const rules = rulesOf(run);
  const startOf = (session: ChargeSession) => sessionSpan(session).startMs ?? Infinity;
  // In the order of the store.
  const sorted = sessions.toSorted((a, b) => startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1));
  for (let at = 0; at === 0 || at < sessions.length; at += pageSize) {
    const entity = await db
      .selectFrom('report_entities')
      .where('run_no', '=', run.run_no)
      .where('entity_id', '=', entityId)
      .selectAll()
      .executeTakeFirstOrThrow();
    const next = at + pageSize >= sessions.length ? null : String(at + pageSize);
    const page = sorted.slice(at, at + pageSize);
    const portion = portionOf(run, entity, page, { next, ...known });
    await ingest(run, rules, [portion], { db, ids: createIdDictionary(), now: run.created_at });
  }
}

/** Removes the sessions of an Entity from a run, so that they can be taken over again. */
export async function startOver(
  db: Kysely<Store>,
  entity: Pick<ReportEntityRow, 'run_no' | 'entity_no'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await forgetEntity(trx, entity);
    await trx
      .updateTable('report_entities')
      .where('run_no', '=', entity.run_no)
      .where('entity_no', '=', entity.entity_no)
      .set({ state: 'waiting', pages: 0, sessions: 0, token: null, hash: null })
      .execute();
  });
}

/** Finishes a run and seals it. */
export async function finishAndSeal(db: Kysely<Store>, id: string, now: number): Promise<void> {
  await finishRun(db, id, now);
  await sealRun(db, id, { by: 'Ada', at: now, key: 'a-key' });
}
