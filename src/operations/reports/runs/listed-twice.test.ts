import type { Kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { ToldRows } from '../../fleet/reads/told-rows.ts';
import { storeSessions } from '../../fleet/reads/store-told.ts';
import { chargeSession } from '../../fleet/testing/fleet-rows.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { sealedManifest } from '../results/manifest.ts';
import { readFindingCounts } from '../results/read-findings.ts';
import { readTotals } from '../results/read-groups.ts';
import { readRunEntities } from '../results/read-run.ts';
import { finishAndSeal, portionOf, storeRun } from '../testing/stored-run.ts';
import { createIdDictionary } from './id-dictionary.ts';
import { ingest } from './ingest.ts';
import { findRun, rulesOf } from './runs.ts';
import { readStoredSessions } from './stored-sessions.ts';

const NOW = Date.UTC(2026, 4, 20);
const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const session = (last: number, energy: number) =>
  chargeSession({ id: id(last), startMs: Date.UTC(2026, 2, last), energy });

let db: Kysely<Store>;
beforeEach(async () => {
  db = await memoryStore();
});

test('sessions that the Service lists twice count once and are listed as exceptions', async () => {
  const rows = new ToldRows<ReturnType<typeof session>>();
  for (const row of [session(1, 10), session(2, 5), session(2, 5), session(3, 7), session(3, 9)]) {
    rows.add(row, row);
  }
  await storeSessions(db, id(900), rows.all(), null, { askedAt: NOW, now: NOW });
  const vans = [900, 901].map((van) => ({ id: id(van), name: null, type: 'EV', collectives: [] }));
  const run = await storeRun(db, { entities: vans }, NOW);
  const entities = await db
    .selectFrom('report_entities')
    .where('run_no', '=', run.run_no)
    .selectAll()
    .execute();
  const pages = await readStoredSessions(db, run, {
    entityIds: vans.map((van) => van.id),
    after: null,
  });
  const portions = entities.map((entity) => {
    const stored = pages.find((page) => page.entityId === entity.entity_id)?.sessions ?? [];
    return { ...portionOf(run, entity, []), sessions: stored };
  });
  await ingest(run, rulesOf(run), portions, { db, ids: createIdDictionary(), now: NOW });

  expect(await readTotals(db, run.run_no)).toMatchObject([{ sessions: 3, energy: '24' }]);
  const { findings } = await readFindingCounts(db, run.run_no);
  expect(findings.filter(({ kind, count }) => count > 0 && /listed|dupl/.test(kind))).toEqual([
    { kind: 'listed-differently', count: 1 },
    { kind: 'duplicates', count: 1 },
  ]);
  const finding = await db
    .selectFrom('report_findings')
    .where('kind', '=', 'listed-differently')
    .select(['session_no', 'detail'])
    .executeTakeFirst();
  expect(finding).toEqual({ session_no: 3, detail: 'The one that was listed last counts.' });
  const { entities: states } = await readRunEntities(db, run, { limit: 5, offset: 0 });
  expect(states.map(({ duplicates }) => duplicates)).toEqual([1, 0]);
  await finishAndSeal(db, run.id, NOW);
  const manifest = sealedManifest(await findRun(db, run.id));
  expect(manifest.entities.map(({ duplicates }) => duplicates)).toEqual([1, 0]);
});
