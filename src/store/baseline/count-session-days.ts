import { sql, type Kysely } from 'kysely';
import type { Store } from '../schema/schema.ts';
import { chargingEntity, renewSessionDays } from '../session-days.ts';

/** Counts the stored sessions of all Entities by the day of their start at the site. */
async function fill(db: Kysely<Store>): Promise<void> {
  const entities = await db.selectFrom('fleet_sessions').select('entity_id').distinct().execute();
  for (const { entity_id: id } of entities) {
    const entity = await chargingEntity(db, id);
    await renewSessionDays(db, entity, null);
    // Due at once: the sort key of energy is renewed after the start.
    await db
      .updateTable('entities')
      .where('id', '=', id)
      .set({ zone: entity.zone, energy_due: 0 })
      .execute();
  }
}

/** Energy by Entity and day of its site, which every picture of energy is made of. */
export async function sessionDays(db: Kysely<Store>): Promise<void> {
  for (const statement of [
    `create table session_days (
      entity_id text not null, day integer not null, unit text not null, energy bigint not null,
      sessions integer not null, counted integer not null, doubtful integer not null,
      primary key (entity_id, day, unit))`,
    `alter table entities add column zone text default 'UTC' not null`,
    'alter table entities add column energy_due bigint',
    'create index entities_by_energy_due on entities (energy_due) where energy_due is not null',
  ]) {
    await sql.raw(statement).execute(db);
  }
  await fill(db);
}
