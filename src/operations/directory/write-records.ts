import type { Kysely, Transaction } from 'kysely';
import type { DirectoryKind } from '../../contract/console/directory-changes.ts';
import { hasBattery } from '../../domain/capacity-types.ts';
import { chunksInTurns } from '../../store/chunks.ts';
import { insertRows } from '../../store/insert-rows.ts';
import type { Store } from '../../store/schema/schema.ts';
import { renewSessionDays } from '../../store/session-days.ts';
import { MISSING_KEY, searchText, sortKey } from '../../store/sort-columns.ts';
import { renewPictures } from '../fleet/picture/renew-pictures.ts';
import { RECORD_COLUMNS, tagsOf, type StoredRecord } from './record.ts';

/** Records that are written in one turn of the event loop, before others have theirs. */
const TURN_ROWS = 100;

/** A record before and after a change; `before` is null if it is new. */
export interface RecordChange {
  before: StoredRecord | null;
  after: StoredRecord;
}

// Columns that writing a record sets: whether the Service refuses its id is not among them.
const OF_COLLECTIVES = [...RECORD_COLUMNS, 'owner', 'search'] as const;
const OF_ENTITIES = [
  ...RECORD_COLUMNS,
  'brand',
  'search',
  'sort_name',
  'sort_type',
  'sort_brand',
] as const;

const updated = (columns: readonly string[]) =>
  `on conflict (id) do update set ${columns.flatMap((name) => (name === 'id' ? [] : `${name} = excluded.${name}`)).join(', ')}`;

// Without a typed place, the place of its Locations counts.
const UPDATED_PLACE = `sort_place = case when excluded.place is null
    then entities.located else excluded.sort_place end,
  placed = case when excluded.place is null and entities.located = '${MISSING_KEY}' then 0 else 1 end`;

/** The values of a record's columns; without a name, the id of a Collective is its name. */
function rowOf(kind: DirectoryKind, record: StoredRecord) {
  const { id, name, type, brand, place } = record;
  const isNameless = kind === 'collective' && name === null;
  return {
    ...record,
    name: isNameless ? `Collective ${id.slice(0, 8)}` : name,
    tags: record.tags ?? '[]',
    search: searchText({ ...record, tags: tagsOf(record.tags) }),
    sort_name: sortKey(name),
    sort_type: sortKey(type),
    sort_brand: sortKey(brand),
    sort_place: sortKey(place),
    placed: place === null ? 0 : 1,
  };
}

/** Whether an Entity has a battery decides which of its sessions contradict each other. */
async function renewDoubts(trx: Kysely<Store>, changes: readonly RecordChange[]): Promise<void> {
  const changed = changes.filter(
    ({ before, after }) => before !== null && hasBattery(before.type) !== hasBattery(after.type),
  );
  if (changed.length === 0) return;
  const ids = changed.map(({ after }) => after.id);
  const rows = trx.selectFrom('entities').where('id', 'in', ids).select(['id', 'type', 'zone']);
  for (const row of await rows.execute()) await renewSessionDays(trx, row, null);
}

/** Makes the pictures of Entities that are new to the directory, although something is stored of them already. */
async function renewKnown(trx: Kysely<Store>, changes: readonly RecordChange[]): Promise<void> {
  const added = changes.filter(({ before }) => before === null).map(({ after }) => after);
  const [first] = added;
  if (first === undefined) return;
  const ids = added.map(({ id }) => id);
  const read = trx.selectFrom('fleet_reads').where('entity_id', 'in', ids).select('entity_id');
  const commands = trx.selectFrom('commands').where('id', 'is not', null);
  const stored = await read
    .union(commands.where('entity_id', 'in', ids).select('entity_id'))
    .execute();
  const known = stored.flatMap(({ entity_id: id }) => id ?? []);
  await renewPictures(trx, known, first.known_at);
}

/** Writes records of one kind, and renews what is made of an Entity's type. */
export async function writeRecords(
  trx: Transaction<Store>,
  kind: DirectoryKind,
  changes: readonly RecordChange[],
): Promise<void> {
  for await (const part of chunksInTurns(changes, TURN_ROWS)) {
    const rows = part.map(({ after }) => rowOf(kind, after));
    if (kind === 'collective') {
      await insertRows(trx, 'collectives', OF_COLLECTIVES, rows, updated(OF_COLLECTIVES));
    } else {
      const columns = [...OF_ENTITIES, 'sort_place', 'placed'] as const;
      const conflict = `${updated(OF_ENTITIES)}, ${UPDATED_PLACE}`;
      await insertRows(trx, 'entities', columns, rows, conflict);
      await renewDoubts(trx, part);
      await renewKnown(trx, part);
    }
  }
}
