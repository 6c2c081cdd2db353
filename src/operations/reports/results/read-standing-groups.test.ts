import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { StandingGroups } from '../../../contract/console/report-stand.ts';
import { chargeSession } from '../../fleet/testing/fleet-rows.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { finishAndSeal, readInPages, storeRun } from '../testing/stored-run.ts';
import { readStandingGroups } from './read-standing-groups.ts';

const NOW = Date.parse('2026-05-20T12:00:00Z');
const ENTITIES = [1, 2].map((at) => ({
  id: `0f7b7c1e-6f0f-4f7e-9a53-00000000000${at}`,
  name: `Van ${at}`,
  type: 'EV',
  collectives: [],
}));

const OLGA = { operator: { id: 'o', name: 'Olga', role: 'operator' } } as const;

test('figures come with their run’s progress: of some Entities, and of all', async () => {
  const db: Kysely<Store> = await memoryStore();
  const run = await storeRun(db, { entities: ENTITIES }, NOW);
  const startMs = Date.parse('2026-03-10T08:00:00Z');
  const read = async () =>
    StandingGroups.parse(await readStandingGroups(db, run.id, { by: 'entity' }, OLGA, NOW));
  for (const [at, { id }] of ENTITIES.entries()) {
    await readInPages(db, run, id, [chargeSession({ startMs, energy: 5 })]);
    const { totals, stand } = await read();
    expect(totals.map(({ energy }) => Number(energy))).toEqual([5 * (at + 1)]);
    expect(stand.state).toBe('running');
    expect(stand.progress.entities).toMatchObject({ done: at + 1, waiting: 1 - at });
  }
  await finishAndSeal(db, run.id, NOW);
  expect((await read()).stand.state).toBe('complete');
  await db.destroy();
});
