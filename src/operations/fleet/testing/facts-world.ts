import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach } from 'vitest';
import { DirectoryImport } from '../../../contract/console/directory-import.ts';
import type { FleetCommandRow } from '../../../store/schema/fleet-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { nextVersion } from '../../../store/version.ts';
import { importDirectory } from '../../directory/import.ts';
import { listEntities } from '../../directory/list.ts';
import { takeChanges } from '../facts/take-changes.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const NOW = Date.UTC(2026, 2, 2, 12);
export const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
export const DEPOT = id(900);
export const [ONE, TWO, THREE] = [id(1), id(2), id(3)];
export const VANS = [ONE, TWO, THREE];

/** Gives each test of a file a store with three vans of one Collective, of which nothing was read. */
export function factsOfEachTest() {
  let db: Kysely<Store>;
  beforeEach(async () => {
    db = await memoryStore();
    const document = DirectoryImport.parse({
      collectives: [{ id: DEPOT, name: 'Depot', entities: VANS }],
      entities: VANS.map((van, at) => ({ id: van, name: `Van ${at + 1}`, type: 'EV' })),
    });
    await importDirectory(db, document, 'import', 1000);
  });

  async function renew(now = NOW): Promise<void> {
    for (const van of VANS) {
      await db
        .insertInto('fleet_changes')
        .values({ entity_id: van })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await takeChanges(db, 100, now);
  }

  async function factsOf(entity: string, now = NOW) {
    const { entities } = await listEntities(db, {}, now);
    return entities.find((row) => row.id === entity)?.facts ?? null;
  }

  const names = async (query: object) =>
    (await listEntities(db, query, NOW)).entities.map(({ name }) => name);

  async function storeListed(entity: string, change: Partial<FleetCommandRow>): Promise<void> {
    await db
      .insertInto('fleet_commands')
      .values({
        entity_id: entity,
        id: randomUUID(),
        type: 'StartCharging',
        trigger_at: NOW - HOUR,
        status: 'Failed',
        verdict: 'failed',
        content: '{}',
        known_at: NOW,
        changed_at: NOW,
        ...change,
      })
      .execute();
  }

  /** A Command that this console sent. */
  async function storeOurs(entity: string, at: number, status: string, verdict: string) {
    const own = randomUUID();
    await db.transaction().execute(async (trx) => {
      const version = await nextVersion(trx);
      await trx
        .insertInto('commands')
        .values({
          dispatch_id: randomUUID(),
          position: 0,
          id: own,
          entity_id: entity,
          type: 'StopCharging',
          status,
          verdict,
          observed_at: at,
          changed_at: at,
          settled: 1,
          due_at: at,
          poll_interval: 1000,
          next_poll_at: at,
          changes: 0,
          version,
          recorded_version: version,
        })
        .execute();
    });
    return own;
  }

  return {
    get db() {
      return db;
    },
    renew,
    factsOf,
    names,
    storeListed,
    storeOurs,
  };
}
