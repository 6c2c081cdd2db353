import type { Kysely } from 'kysely';
import type { FindLastKnown } from '../../bff/proxy/cache.ts';
import type { CallInput } from '../../bff/upstream/client.ts';
import type { ReadResource } from '../../contract/console/choices.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { DAY_MS, instantMs } from '../../domain/instant.ts';
import type { Store } from '../../store/schema/schema.ts';
import { commandOf } from '../dispatch/batches/command-rows.ts';
import { openDispatches } from './commands/known-commands.ts';

/** Maximum rows of a list; a longer one is not answered. */
const ROWS_MAX = 5000;
/** The span of Commands around the last read in which all are known: each read follows the one before. */
const COMMANDS_MS = { back: 35 * DAY_MS, ahead: 400 * DAY_MS } as const;

/** The last read of a resource. */
interface LastRead {
  read_at: number | null;
  changed_at: number | null;
  known_from: number | null;
  /** 1: only a part of the last answer could be used. */
  partial: number | null;
}

/** What is known of one question: the Service's answer as JSON, and when it was read, in milliseconds. */
interface Found {
  body: string;
  readAt: number;
}

/** A question about something whose reads are recorded. @param id of the Entity or Collective, or '' */
type Find = (
  db: Kysely<Store>,
  id: string,
  input: CallInput,
  read: LastRead | undefined,
) => Promise<Found | null>;

/** A page with everything, from rows that are JSON; null if they are too many. */
function pageOf(rows: readonly string[]): string | null {
  return rows.length > ROWS_MAX ? null : `{"data":[${rows.join(',')}]}`;
}

/** What was read as a whole; null: never. */
async function whole(
  read: LastRead | undefined,
  rows: () => Promise<readonly string[]>,
): Promise<Found | null> {
  const readAt = read?.read_at ?? null;
  if (readAt === null) return null;
  const body = pageOf(await rows());
  return body === null ? null : { body, readAt };
}

/** The start and the end that were asked for, in milliseconds; without an end it is open. */
function frameOf({ query }: CallInput): { start: number; end: number } {
  const at = (value: unknown) => (typeof value === 'string' ? instantMs(value) : null);
  return { start: at(query.start) ?? -Infinity, end: at(query.end) ?? Infinity };
}

function document(db: Kysely<Store>, id: string, resource: ReadResource) {
  return db
    .selectFrom('fleet_documents')
    .where('entity_id', '=', id)
    .where('resource', '=', resource)
    .select(['content', 'known_at'])
    .executeTakeFirst();
}

/** A document as it is. */
const single =
  (resource: ReadResource): Find =>
  async (db, id, _input, read) => {
    const found = await document(db, id, resource);
    if (found === undefined || read?.partial === 1) return null;
    return { body: found.content, readAt: read?.read_at ?? found.known_at };
  };

/** A document that is the list of a page. */
const listed =
  (resource: ReadResource): Find =>
  async (db, id, _input, read) => {
    const found = await document(db, id, resource);
    const readAt = read?.read_at ?? null;
    if (found === undefined || readAt === null || read?.partial === 1) return null;
    return { body: `{"data":${found.content}}`, readAt };
  };

const placesOf = (db: Kysely<Store>, entityId: string) =>
  db
    .selectFrom('places')
    .where('entity_id', '=', entityId)
    .orderBy('label')
    .orderBy('id')
    .limit(ROWS_MAX + 1);

const locations: Find = (db, id, _input, read) =>
  whole(read, async () => {
    const rows = await placesOf(db, id).select(['id', 'label', 'latitude', 'longitude']).execute();
    return rows.map((row) => JSON.stringify(row));
  });

const location: Find = async (db, id, { params }) => {
  const row = await placesOf(db, id)
    .where('id', '=', params['locationId'] ?? '')
    .select(['id', 'label', 'latitude', 'longitude', 'known_at'])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { known_at: readAt, ...place } = row;
  return { body: JSON.stringify(place), readAt };
};

const sessions: Find = async (db, id, input, read) => {
  const { start, end } = frameOf(input);
  if ((read?.known_from ?? Infinity) > start || start >= (read?.read_at ?? -Infinity)) return null;
  return whole(read, async () => {
    const rows = await db
      .selectFrom('fleet_sessions')
      .where('entity_id', '=', id)
      .where('current', '=', 1)
      .where('start_ms', '>=', start)
      .$if(end !== Infinity, (query) => query.where('start_ms', '<', end))
      .orderBy('start_ms', 'desc')
      .limit(ROWS_MAX + 1)
      .select('content')
      .execute();
    return rows.map(({ content }) => content);
  });
};

const commands: Find = (db, id, input, read) => {
  const { start, end } = frameOf(input);
  const readAt = read?.read_at ?? -Infinity;
  const isWhole =
    start >= readAt - COMMANDS_MS.back && (end === Infinity || end <= readAt + COMMANDS_MS.ahead);
  if (!isWhole) return Promise.resolve(null);
  return whole(read, async () => {
    const rows = await db
      .selectFrom('known_commands')
      .where('entity_id', '=', id)
      .where('trigger_at', '>=', start)
      .$if(end !== Infinity, (query) => query.where('trigger_at', '<', end))
      .orderBy('trigger_at', 'desc')
      .limit(ROWS_MAX + 1)
      .selectAll()
      .execute();
    return rows.map((row) => JSON.stringify(commandOf(row)));
  });
};

const command: Find = async (db, id, { params }) => {
  const row = await db
    .selectFrom('known_commands')
    .where('entity_id', '=', id)
    .where('id', '=', params['commandId'] ?? '')
    .selectAll()
    .executeTakeFirst();
  if (row === undefined) return null;
  return { body: JSON.stringify(commandOf(row)), readAt: row.observed_at };
};

const requestsOf = (db: Kysely<Store>) =>
  db.selectFrom('offboarding_requests').orderBy('known_at').orderBy('id');

const requests: Find = (db, _id, _input, read) =>
  whole(read, async () => {
    const rows = await requestsOf(db)
      .limit(ROWS_MAX + 1)
      .select('content')
      .execute();
    return rows.map(({ content }) => content);
  });

const request: Find = async (db, _id, { params }) => {
  const row = await requestsOf(db)
    .where('id', '=', params['offboardingRequestId'] ?? '')
    .select(['content', 'known_at'])
    .executeTakeFirst();
  return row === undefined ? null : { body: row.content, readAt: row.known_at };
};

/** Each read of the interface: the resource of the fleet store that has it, and how it is found there. */
const FINDS: Readonly<Partial<Record<EndpointName, { resource: ReadResource; find: Find }>>> = {
  listLocations: { resource: 'locations', find: locations },
  getLocation: { resource: 'locations', find: location },
  listFeatures: { resource: 'features', find: single('features') },
  getBatteryCapacity: { resource: 'capacity', find: single('capacity') },
  listChargeSessions: { resource: 'sessions', find: sessions },
  listCommands: { resource: 'commands', find: commands },
  getCommand: { resource: 'commands', find: command },
  listMembers: { resource: 'members', find: listed('members') },
  listEntityTypes: { resource: 'types', find: listed('types') },
  listOffboardingRequests: { resource: 'offboarding', find: requests },
  getOffboardingRequest: { resource: 'offboarding', find: request },
};

/**
 * Finds in the fleet store what the Service said last. Changes of this console count as `changedSince` if they were
 * accepted, or may have happened, after what is known was read.
 */
export function lastKnownIn(db: Kysely<Store>): FindLastKnown {
  return async (name, input) => {
    const known = FINDS[name];
    if (known === undefined) return null;
    const id = input.params['entityId'] ?? input.params['collectiveId'] ?? '';
    const read = await db
      .selectFrom('fleet_reads')
      .where('entity_id', '=', id)
      .where('resource', '=', known.resource)
      .select(['read_at', 'changed_at', 'known_from', 'partial'])
      .executeTakeFirst();
    const found = await known.find(db, id, input, read);
    if (found === null) return null;
    const open = known.resource === 'commands' ? await openDispatches(db, id) : [];
    const changes = [read?.changed_at ?? null, ...open.map((each) => instantMs(each.createdAt))];
    // What is known of one thing holds since its list was read last.
    const holdsAt = Math.max(found.readAt, read?.read_at ?? found.readAt);
    const changedSince = changes.some((at) => at !== null && at > holdsAt);
    return { ...found, changedSince };
  };
}
