import type { Kysely } from 'kysely';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import type { FigureSearch } from '../../../contract/console/report-definition.ts';
import type { TariffText } from '../../../contract/console/tariff.ts';
import { listText } from '../../../domain/reports/definition.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { storeFleetReads, storeFleetSessions } from '../../fleet/testing/fleet-rows.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { postgresStore } from '../../../store/testing/postgres-store.ts';
import { createReportEngine } from '../report-engine.ts';
import { createReportTasks } from '../report-tasks.ts';
import { saveTariff } from '../stored-tariffs.ts';

/** An id of a kind. */
export const uuid = (kind: number, at: number) =>
  `0f7b7c1e-6f0f-4f7e-9a53-${String(kind).padStart(4, '0')}${String(at).padStart(8, '0')}`;

/** The time of tests, in milliseconds since the epoch. */
export const NOW = Date.parse('2026-05-20T12:00:00Z');
export const OLGA = { operator: { id: 'o', name: 'Olga', role: 'operator' } } as const;
export const ALICE = { operator: { id: 'a', name: 'Alice', role: 'administrator' } } as const;
export const QUIET = { signal: new AbortController().signal, progress: () => {} };

/** Both databases, for `describe.each`. */
export const STORES = [
  ['SQLite', memoryStore],
  ['PostgreSQL', postgresStore],
] as const;

/** What computes the reports of a store. */
export function reportsOf(db: Kysely<Store>) {
  const engine = createReportEngine({ db, capacityUnit: 'kWh' });
  return { engine, tasks: createReportTasks(db, engine) };
}

/** Stores sessions of Entities that are not in the directory, as if they had been read. */
export async function storeWorld(
  db: Kysely<Store>,
  world: Readonly<Record<string, readonly ChargeSession[]>>,
): Promise<FigureSearch> {
  for (const [id, sessions] of Object.entries(world)) {
    await storeFleetSessions(db, id, sessions, NOW);
    await storeFleetReads(db, id, NOW, 0);
  }
  return searchOf(Object.keys(world));
}

/** The address of a report of these Entities. */
export function searchOf(ids: readonly string[], more: FigureSearch = {}): FigureSearch {
  const entities = listText(ids);
  return { ...(entities === undefined ? {} : { entities }), ...more };
}

/** Saves a tariff. @returns it as an address names it */
export async function storeTariff(
  db: Kysely<Store>,
  id: string,
  content: TariffText,
): Promise<string> {
  const { version } = await saveTariff(db, { id, content }, ALICE, NOW);
  return `${id}_${version}`;
}
