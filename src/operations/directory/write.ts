import type { Kysely, Transaction } from 'kysely';
import type { DirectoryKind } from '../../contract/console/directory-changes.ts';
import { chunksInTurns } from '../../store/chunks.ts';
import { hasBattery } from '../../domain/capacity-types.ts';
import { insertRows } from '../../store/insert-rows.ts';
import type { Store } from '../../store/schema/schema.ts';
import { renewSessionDays } from '../../store/session-days.ts';
import { MISSING_KEY } from '../../store/sort-columns.ts';
import { renewPictures } from '../fleet/picture/renew-pictures.ts';
import { collectiveRow, entityRow, RECORD_COLUMNS, thingOf, type Thing } from './thing.ts';

/** Records that are written in one turn, before others have theirs. */
const PART_ROWS = 100;

/** The directory's records of ids, including archived ones. */
export async function knownThings(
  trx: Kysely<Store>,
  kind: DirectoryKind,
  ids: readonly string[],
): Promise<Map<string, Thing>> {
  const known = new Map<string, Thing>();
  for await (const part of chunksInTurns(ids)) {
    const rows =
      kind === 'collective'
        ? trx
            .selectFrom('collectives')
            .where('id', 'in', part)
            .select([...RECORD_COLUMNS, 'owner'])
        : trx
            .selectFrom('entities')
            .where('id', 'in', part)
            .select([...RECORD_COLUMNS, 'brand']);
    for (const row of await rows.execute()) known.set(row.id, thingOf(kind, row));
  }
  return known;
}

/** Columns that writing a record sets; whether the Service refuses its id is unchanged. */
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

function entitiesOf(trx: Kysely<Store>, things: readonly Thing[]) {
  const ids = things.map(({ id }) => id);
  return trx.selectFrom('entities').where('id', 'in', ids).select(['id', 'type', 'zone']).execute();
}

type Held = Awaited<ReturnType<typeof entitiesOf>>;

/** Whether an Entity has a battery decides which of its sessions contradict each other. */
async function renewDoubts(trx: Kysely<Store>, held: Held, things: readonly Thing[]) {
  const typeOf = new Map(things.map(({ id, fields }) => [id, fields.type]));
  for (const { id, zone, type: before } of held) {
    const type = typeOf.get(id) ?? null;
    if (hasBattery(type) !== hasBattery(before))
      await renewSessionDays(trx, { id, zone, type }, null);
  }
}

/** Entities that are new to the directory, although something is stored of them already. */
async function newButKnown(
  trx: Kysely<Store>,
  held: Held,
  things: readonly Thing[],
): Promise<Thing[]> {
  const before = new Set(held.map(({ id }) => id));
  const added = things.filter(({ id }) => !before.has(id));
  if (added.length === 0) return [];
  const of = added.map(({ id }) => id);
  const stored = await trx
    .selectFrom('fleet_reads')
    .where('entity_id', 'in', of)
    .select('entity_id')
    .union(
      trx
        .selectFrom('commands')
        .where('id', 'is not', null)
        .where('entity_id', 'in', of)
        .select('entity_id'),
    )
    .execute();
  const known = new Set(stored.map((row) => row.entity_id));
  return added.filter(({ id }) => known.has(id));
}

/** Writes records of one kind; the reachability of their ids is unchanged. */
export async function writeThings(
  trx: Transaction<Store>,
  kind: DirectoryKind,
  things: readonly Thing[],
): Promise<void> {
  for await (const part of chunksInTurns(things, PART_ROWS)) {
    if (kind === 'collective') {
      const rows = part.map(collectiveRow);
      await insertRows(trx, 'collectives', OF_COLLECTIVES, rows, updated(OF_COLLECTIVES));
    } else {
      const columns = [...OF_ENTITIES, 'sort_place', 'placed'] as const;
      const conflict = `${updated(OF_ENTITIES)}, ${UPDATED_PLACE}`;
      const held = await entitiesOf(trx, part);
      const added = await newButKnown(trx, held, part);
      await insertRows(trx, 'entities', columns, part.map(entityRow), conflict);
      await renewDoubts(trx, held, part);
      const ids = added.map(({ id }) => id);
      await renewPictures(trx, ids, Math.max(0, ...added.map(({ knownAt }) => knownAt)));
    }
  }
}
