import { createWriteStream, existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { Feature } from '../../contract/feature.ts';
import { Uuid } from '../../contract/primitives.ts';
import { z } from '../../contract/zod.ts';
import { messageOf } from '../../lib/message-of.ts';
import { StartError } from '../../lib/start-error.ts';
import { type Store, openStore, readMetaNumber } from '../store/store.ts';
import { COMMAND_COLUMNS, shownCommand } from '../handlers/commands.ts';
import { shownRequest } from '../handlers/offboarding.ts';
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
  const lives = (await readMetaNumber(store, 'sessions_due_ms')) !== null;
  let before = `{\n"lives": ${lives},`;
  for (const [name, rows] of Object.entries(lists(store))) {
    yield `${before}\n"${name}": [`;
    let separator = '\n';
    for await (const row of rows) {
      yield separator + JSON.stringify(row);
      separator = ',\n';
    }
    yield '\n]';
    before = ',';
  }
  yield '\n}\n';
}

/** The rows of a query, one by one, as they stand in a world file. */
async function* each<Row>(
  query: { stream(): AsyncIterable<Row> },
  show: (row: Row) => unknown = (row) => row,
): AsyncGenerator {
  for await (const row of query.stream()) yield show(row);
}

/** The lists of a world file. */
function lists(store: Store): Readonly<Record<string, AsyncIterable<unknown>>> {
  return {
    organisations: each(
      store.selectFrom('organisation').select(['id', 'name']).orderBy('position'),
    ),
    collectives: each(
      collectives(store),
      ({ organisation_id, properties, shares, inside, people, ...row }) => ({
        ...row,
        organisationId: organisation_id,
        sharedWith: json(shares, Ids),
        properties: json(properties, z.unknown()),
        entities: json(inside, Ids),
        members: json(people, Members),
      }),
    ),
    entities: each(entities(store), ({ shares, features, offboarded, ...row }) => ({
      ...row,
      sharedWith: json(shares, Ids),
      features: json(features, Features),
      offboarded: offboarded === 1,
    })),
    locations: each(
      store
        .selectFrom('location')
        .select(['id', 'label', 'latitude', 'longitude', 'entity_id as entityId'])
        .orderBy('position'),
    ),
    chargeSessions: each(
      store
        .selectFrom('charge_session')
        .select(['id', 'entity_id as entityId', 'created', 'data'])
        .orderBy('entity_id')
        .orderBy('start_ms')
        .orderBy('id'),
      ({ data, ...row }) => ({ ...row, data: json(data, z.unknown()) }),
    ),
    commands: each(
      store.selectFrom('command').select(COMMAND_COLUMNS).orderBy('entity_id').orderBy('ordinal'),
      shownCommand,
    ),
    offboardingRequests: each(
      store
        .selectFrom('offboarding_request')
        .select(['id', 'principal_id', 'status', 'entity_id', 'components'])
        .orderBy('position'),
      shownRequest,
    ),
  };
}

function collectives(store: Store) {
  return store
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
}

function entities(store: Store) {
  return store
    .selectFrom('entity')
    .select(['id', 'organisation_id as organisationId', 'type', 'brand', 'name', 'behaviour'])
    .select(['battery_capacity as batteryCapacity', 'offboarded'])
    .select([
      sql<string>`(select json_group_array(organisation_id) from entity_share
        where entity_id = entity.id)`.as('shares'),
      sql<string>`(select json_group_array(json_object('feature', feature, 'isEnabled', enabled))
        from (select feature, enabled from feature where entity_id = entity.id
          order by position))`.as('features'),
    ])
    .orderBy('id');
}
