import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../store/schema/schema.ts';
import { openStore } from '../../store/open-store.ts';
import { postgresUrl } from '../../store/testing/postgres-store.ts';
import { importDirectory } from './import.ts';
import { lockCollectives } from './lock-collectives.ts';
import { writeMemberships } from './memberships.ts';

const id = (last: string) => `00000000-0000-4000-8000-0000000000${last}`;
const [DEPOT, NIGHT, OTHERS] = [id('c1'), id('c2'), id('c3')];
const [VAN, CAR, BUS] = [id('e1'), id('e2'), id('e3')];

let db: Kysely<Store>;
/** The store of another process: one process writes one transaction at a time. */
let elsewhere: Kysely<Store>;
beforeEach(async () => {
  const url = await postgresUrl();
  [db, elsewhere] = await Promise.all([openStore(url), openStore(url)]);
  const of = (collective: string, entities: string[]) => {
    return { id: collective, name: collective, type: 'Fleet', owner: null, entities };
  };
  const collectives = [of(DEPOT, [VAN, CAR]), of(NIGHT, [CAR]), of(OTHERS, [BUS])];
  await importDirectory(db, { collectives, entities: [] }, 'import', 0);
});
afterEach(() => Promise.all([db.destroy(), elsewhere.destroy()]));

/** Whether a transaction of another process would have to wait. */
async function waits(act: (trx: Transaction<Store>) => Promise<void>): Promise<boolean> {
  const tried = elsewhere.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '100ms'`.execute(trx);
    await act(trx);
  });
  return tried.then(
    () => false,
    (error: unknown) => String(error).includes('lock timeout'),
  );
}

test('in PostgreSQL a dispatch waits for another one to the same Entities, and for changes of members', async () => {
  const join = (collective: string) => (trx: Transaction<Store>) => {
    const after = { collective_id: collective, entity_id: VAN, source: 'typed', known_at: 0 };
    return writeMemberships(trx, { added: [after] });
  };
  await db.transaction().execute(async (trx) => {
    await lockCollectives(trx, DEPOT);
    expect(await waits((other) => lockCollectives(other, NIGHT))).toBe(true);
    expect(await waits((other) => lockCollectives(other, OTHERS))).toBe(false);
    expect(await waits(join(NIGHT))).toBe(true);
    expect(await waits(join(OTHERS))).toBe(false);
    // Now they share the van: it was added after the locks were taken.
    expect(await waits((other) => lockCollectives(other, OTHERS))).toBe(true);
  });
  expect(await waits((other) => lockCollectives(other, NIGHT))).toBe(false);
});
