import type { Transaction } from 'kysely';
import { expect, test } from 'vitest';
import type { Store } from '../../store/schema/schema.ts';
import { lockCollectives } from './lock-collectives.ts';
import { writeMemberships } from './memberships.ts';
import { DEPOT, NIGHT, OTHERS, twoProcesses, VAN } from './testing/two-processes.ts';

const both = twoProcesses();

test('in PostgreSQL a dispatch waits for another one to the same Entities, and for changes of members', async () => {
  const join = (collective: string) => (trx: Transaction<Store>) => {
    const after = { collective_id: collective, entity_id: VAN, source: 'typed', known_at: 0 };
    return writeMemberships(trx, { added: [after] });
  };
  await both.db.transaction().execute(async (trx) => {
    await lockCollectives(trx, DEPOT);
    expect(await both.waits((other) => lockCollectives(other, NIGHT))).toBe(true);
    expect(await both.waits((other) => lockCollectives(other, OTHERS))).toBe(false);
    expect(await both.waits(join(NIGHT))).toBe(true);
    expect(await both.waits(join(OTHERS))).toBe(false);
    // Now they share the van: it was added after the locks were taken.
    expect(await both.waits((other) => lockCollectives(other, OTHERS))).toBe(true);
  });
  expect(await both.waits((other) => lockCollectives(other, NIGHT))).toBe(false);
});
