import { createWriteStream, existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { Feature } from '../../contract/feature.ts';
import { Uuid } from '../../contract/primitives.ts';
import { z } from '../../contract/zod.ts';
import { isoInstant } from '../../domain/instant.ts';
import { messageOf } from '../../lib/message-of.ts';
import { StartError } from '../../lib/start-error.ts';
import { type Store, openStore, readMetaNumber } from '../store/store.ts';
import { WorldMember } from './world-schema.ts';

/** Size of the chunks of text, in characters. */
const CHUNK = 64 * 1024;

function json<S extends z.ZodType>(text: string | null, schema: S): z.output<S> {
  return schema.parse(text === null ? null : JSON.parse(text));
}
const Ids = z.array(Uuid);
const Features = z.array(
  z.object({
    feature: Feature.shape.feature,
    isEnabled: z.number().transform((flag) => flag === 1),
  }),
);
const Members = z.array(WorldMember);

/**
 * A snapshot of a store as the text of a world file, in chunks: it uses
 * a separate connection, so the service may write meanwhile. Secrets of clients are only kept as
 * hashes, so clients are left out.
 * @param file of a store that holds its world
 */
export async function* exportWorld(file: string): AsyncGenerator<string> {
  const store = await openStore(file);
  try {
    await sql.raw('begin').execute(store);
    let text = '';
    for await (const piece of document(store)) {
      text += piece;
      if (text.length < CHUNK) continue;
      yield text;
      text = '';
      // The store never waits for I/O, so nothing else would get a turn.
      await setImmediate();
    }
    yield text;
    await sql.raw('rollback').execute(store);
  } finally {
    await store.destroy();
  }
}

/**
 * Writes the current state of a store to a world file, which is renamed once it is complete.
 * @throws StartError if there is no such store, or the file cannot be written
 */
export async function exportToFile(store: string, file: string): Promise<void> {
  if (!existsSync(store)) {
    throw new StartError(
      `There is nothing to export: ${store} does not exist. Start the service with this world first.`,
    );
  }
  try {
    await pipeline(exportWorld(store), createWriteStream(`${file}.part`));
    await rename(`${file}.part`, file);
  } catch (error) {
    throw new StartError(`The world cannot be exported to ${file}: ${messageOf(error)}`);
  }
}

async function* document(store: Store): AsyncGenerator<string> {
  const lists = {
    organisations: organisations(store),
    collectives: collectives(store),
    entities: entities(store),
    locations: locations(store),
    chargeSessions: chargeSessions(store),
    commands: commands(store),
    offboardingRequests: offboardingRequests(store),
  };
  const lives = (await readMetaNumber(store, 'sessions_due_ms')) !== null;
  let before = `{\n"lives": ${lives},`;
  for (const [name, rows] of Object.entries(lists)) {
    yield `${before}\n"${name}": [`;
    let separator = '\n';
    for await (const row of rows) {
      yield separator + row;
      separator = ',\n';
    }
    yield '\n]';
    before = ',';
  }
  yield '\n}\n';
}

async function* organisations(store: Store): AsyncGenerator<string> {
  const rows = store.selectFrom('organisation').select(['id', 'name']).orderBy('position');
  for await (const row of rows.stream()) yield JSON.stringify(row);
}

async function* collectives(store: Store): AsyncGenerator<string> {
  const rows = store
    .selectFrom('collective')
    .select(['id', 'name', 'type', 'owner', 'organisation_id', 'properties'])
    .select([
      sql<string>`(select json_group_array(organisation_id) from collective_share
        where collective_id = collective.id)`.as('shares'),
      sql<string>`(select json_group_array(entity_id) from (select entity_id
        from collective_entity where collective_id = collective.id order by position))`.as(
        'inside',
      ),
      sql<string>`(select json_group_array(json_object('id', id, 'name', name,
        'emailAddress', email_address, 'entities', json((select json_group_array(entity_id)
          from collective_entity where collective_id = collective.id and member_id = person.id))))
        from (select * from member where collective_id = collective.id order by position) as person)`.as(
        'people',
      ),
    ])
    .orderBy('id');
  for await (const {
    organisation_id,
    properties,
    shares,
    inside,
    people,
    ...row
  } of rows.stream()) {
    yield JSON.stringify({
      ...row,
      organisationId: organisation_id,
      sharedWith: json(shares, Ids),
      properties: json(properties, z.unknown()),
      entities: json(inside, Ids),
      members: json(people, Members),
    });
  }
}

async function* entities(store: Store): AsyncGenerator<string> {
  const rows = store
    .selectFrom('entity')
    .select(['id', 'organisation_id', 'type', 'brand', 'name', 'battery_capacity', 'behaviour'])
    .select([
      'offboarded',
      sql<string>`(select json_group_array(organisation_id) from entity_share
        where entity_id = entity.id)`.as('shares'),
      sql<string>`(select json_group_array(json_object('feature', feature, 'isEnabled', enabled))
        from (select feature, enabled from feature where entity_id = entity.id
          order by position))`.as('kept'),
    ])
    .orderBy('id');
  for await (const row of rows.stream()) {
    yield JSON.stringify({
      id: row.id,
      organisationId: row.organisation_id,
      sharedWith: json(row.shares, Ids),
      type: row.type,
      brand: row.brand,
      name: row.name,
      batteryCapacity: row.battery_capacity,
      features: json(row.kept, Features),
      behaviour: row.behaviour,
      offboarded: row.offboarded === 1,
    });
  }
}

async function* locations(store: Store): AsyncGenerator<string> {
  const rows = store
    .selectFrom('location')
    .select(['id', 'label', 'latitude', 'longitude', 'entity_id as entityId'])
    .orderBy('position');
  for await (const row of rows.stream()) yield JSON.stringify(row);
}

async function* chargeSessions(store: Store): AsyncGenerator<string> {
  const rows = store
    .selectFrom('charge_session')
    .select(['id', 'entity_id as entityId', 'created', 'data'])
    .orderBy('entity_id')
    .orderBy('start_ms')
    .orderBy('id');
  for await (const row of rows.stream()) {
    yield JSON.stringify({ ...row, data: json(row.data, z.unknown()) });
  }
}

async function* commands(store: Store): AsyncGenerator<string> {
  const rows = store
    .selectFrom('command')
    .select(['id', 'entity_id', 'status', 'trigger_ms', 'type', 'value', 'error', 'verification'])
    .orderBy('entity_id')
    .orderBy('ordinal');
  for await (const row of rows.stream()) {
    yield JSON.stringify({
      id: row.id,
      entityId: row.entity_id,
      status: row.status,
      triggerTime: isoInstant(row.trigger_ms),
      type: row.type,
      value: row.value,
      error: json(row.error, z.unknown()),
      verification: json(row.verification, z.unknown()),
    });
  }
}

async function* offboardingRequests(store: Store): AsyncGenerator<string> {
  const rows = store
    .selectFrom('offboarding_request')
    .select(['id', 'principal_id', 'status', 'entity_id', 'components'])
    .orderBy('position');
  for await (const row of rows.stream()) {
    yield JSON.stringify({
      id: row.id,
      principalId: row.principal_id,
      status: row.status,
      data: { id: row.entity_id, components: json(row.components, Ids) },
    });
  }
}
