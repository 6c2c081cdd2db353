import type { Kysely } from 'kysely';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import {
  type ReportDefinition,
  ReportThresholds,
} from '../../../contract/console/report-definition.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { storePage } from '../runs/ingest.ts';
import { createIdDictionary } from '../runs/id-dictionary.ts';
import { createRun, findRun, rulesOf, type RunEntity, type RunInput } from '../runs/runs.ts';

const BY = { operator: { id: 'o', name: 'Olga', role: 'operator' } } as const;

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

/** Stores a run that nothing was read of yet. */
export async function storeRun(
  db: Kysely<Store>,
  input: { entities: readonly RunEntity[] } & Partial<RunInput>,
  now: number,
): Promise<ReportRunRow> {
  const full = { definition: aDefinition(), saved: null, tariff: null, ...input };
  return findRun(db, await createRun(db, full, BY, now));
}

/** Stores sessions of an Entity as if the Service had listed them in pages. */
export async function readInPages(
  db: Kysely<Store>,
  run: ReportRunRow,
  entityId: string,
  sessions: readonly ChargeSession[],
  pageSize = 100,
): Promise<void> {
  const rules = rulesOf(run);
  for (let at = 0; at === 0 || at < sessions.length; at += pageSize) {
    const entity = await db
      .selectFrom('report_entities')
      .where('run_no', '=', run.run_no)
      .where('entity_id', '=', entityId)
      .selectAll()
      .executeTakeFirstOrThrow();
    const last = at + pageSize >= sessions.length;
    const page = {
      sessions: sessions.slice(at, at + pageSize),
      nextToken: last ? null : String(at + pageSize),
    };
    await db
      .transaction()
      .execute((trx) => storePage(trx, entity, rules, page, createIdDictionary(), run.created_at));
  }
}
