import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from '../../contract/zod.ts';
import { CARS, FLEET, SMALL_DIRECTORY } from '../../server/testing/console-harness.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { knownMembers } from './known-members.ts';
import { seedDirectory } from './seed.ts';

/** The steps of a query plan of SQLite. */
const Plan = z.array(z.object({ detail: z.string() }));

test('the members of a Collective are found without scanning all Entities', async () => {
  const db = await memoryStore();
  await seedDirectory(db, { source: 'world:a', directory: SMALL_DIRECTORY }, 1000);
  await db.updateTable('entities').set({ archived: 1 }).where('id', '=', CARS[0]).execute();
  const query = knownMembers(db, FLEET).select('entities.id');
  const ids = (await query.execute()).map(({ id }) => id);
  expect(ids.toSorted()).toEqual(CARS.slice(1).toSorted());
  const steps = Plan.parse(await query.explain(undefined, sql`query plan`)).map(
    ({ detail }) => detail,
  );
  expect(steps[0]).toMatch(/^SEARCH memberships .*collective_id/);
  expect(steps[1]).toMatch(/^SEARCH entities .*\(id=\?\)/);
});
