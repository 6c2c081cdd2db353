import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReportPeriod } from '../../../contract/console/report-definition.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { aDefinition, storeRun } from '../testing/stored-run.ts';
import { exploreReport } from './explore.ts';
import { relateReport } from './relate.ts';
import { definitionOf, findRun } from './runs.ts';

const NOW = Date.parse('2026-05-20T12:00:00Z');
const id = (at: number) => `0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f${String(at).padStart(4, '0')}`;
const ENTITIES = [
  { id: id(11), name: 'Van 1', type: 'EV', collectives: [id(1), id(2)] },
  { id: id(12), name: null, type: null, collectives: [] },
];
const MAY: ReportPeriod = { kind: 'range', from: '2026-05-01', to: '2026-05-31' };

let db: Kysely<Store>;
let run: ReportRunRow;
let owner: { operator: { id: string; name: string; role: 'operator' } };
beforeEach(async () => {
  db = await memoryStore();
  const definition = aDefinition({ zone: 'Europe/Zurich', boundary: 'split' });
  run = await storeRun(db, { entities: ENTITIES, definition }, NOW);
  owner = { operator: { id: run.operator_id, name: run.operator_name, role: 'operator' } };
});

const explore = (by = owner) => exploreReport(db, run.id, { period: MAY, tariff: null }, by, NOW);
const stateOf = async (of: string) =>
  (await db.selectFrom('report_runs').where('id', '=', of).select('state').executeTakeFirst())
    ?.state;

describe('another period of a report that is not sealed', () => {
  test('is a run of the same Entities and rules, which replaces it', async () => {
    const made = await findRun(db, await explore());
    expect(definitionOf(made)).toEqual({ ...definitionOf(run), period: MAY, tariff: null });
    const entities = await db
      .selectFrom('report_entities')
      .where('run_no', '=', made.run_no)
      .orderBy('entity_no')
      .select(['entity_id', 'name', 'collectives'])
      .execute();
    expect(entities).toEqual([
      { entity_id: id(11), name: 'Van 1', collectives: `${id(1)}+${id(2)}` },
      { entity_id: id(12), name: null, collectives: '' },
    ]);
    expect(await stateOf(run.id)).toBe('deleted');
  });

  test('keeps a report of another operator, and one that another was made from', async () => {
    await explore({ operator: { id: 'somebody-else', name: 'Eve', role: 'operator' } });
    expect(await stateOf(run.id)).toBe('running');
    await relateReport(db, run.id, 'previous', owner, NOW);
    await explore();
    expect(await stateOf(run.id)).toBe('running');
  });

  test('is refused for a sealed report, which does not change', async () => {
    await db
      .updateTable('report_runs')
      .where('id', '=', run.id)
      .set({ state: 'complete', manifest: '{}', manifest_hash: 'x' })
      .execute();
    await expect(explore()).rejects.toMatchObject({ status: 409 });
    expect(await stateOf(run.id)).toBe('complete');
  });
});
