import type { Kysely } from 'kysely';
import { BatteryCapacity } from '../../../contract/battery-capacity.ts';
import { FLEET_RESOURCES, NO_VALUE } from '../../../contract/console/choices.ts';
import { CAPTURE_CHARGE_SESSIONS, Feature } from '../../../contract/feature.ts';
import { z } from '../../../contract/zod.ts';
import { FAILED_VERDICTS, VERDICTS } from '../../../domain/command-status.ts';
import type { FleetReadRow } from '../../../store/schema/fleet-schema.ts';
import type { PictureColumns } from '../../../store/schema/picture-schema.ts';
import type { PlaceRow, Store } from '../../../store/schema/schema.ts';
import { numberKey, sortKey } from '../../../store/sort-columns.ts';
import { groupBy } from '../../../lib/group-by.ts';
import {
  lastAnswers,
  lastCommands,
  nextCommands,
  type NewestCommand,
} from '../commands/newest-commands.ts';
import { energyKeys, lastSessions } from '../energy/recent-energy.ts';

const Features = z.array(Feature);

/** Failures first: people look for the worst ones most. */
const OUTCOME_ORDER: readonly string[] = [
  ...FAILED_VERDICTS,
  'unrequested',
  'unknown',
  'unrecognised',
  ...VERDICTS.toReversed(),
];

/** What the reads of an Entity say of themselves. Partial, failing and never read are three things. */
function readColumns(reads: readonly FleetReadRow[]) {
  const of = new Map(reads.map((read) => [read.resource, read]));
  const failed = FLEET_RESOURCES.flatMap((resource) => {
    const { message = null, partial = null, tries = 0 } = of.get(resource) ?? {};
    return message === null ? [] : { resource, message, tries, isPart: partial === 1 };
  });
  const parts = failed.filter(({ isPart }) => isPart);
  const none = failed.filter(({ isPart }) => !isPart);
  const state = none.length > 0 ? 'failing' : parts.length > 0 ? 'partial' : 'fine';
  return {
    commands_at: of.get('commands')?.read_at ?? null,
    sessions_at: of.get('sessions')?.read_at ?? null,
    sessions_from: of.get('sessions')?.known_from ?? null,
    capacity_at: of.get('capacity')?.read_at ?? null,
    features_at: of.get('features')?.read_at ?? null,
    places_at: of.get('locations')?.read_at ?? null,
    reads_state: state,
    tries: Math.max(0, ...(none.length > 0 ? none : parts).map(({ tries }) => tries)),
    failing: none.length,
    message: none[0]?.message ?? null,
    partial: parts.length,
    partial_message: parts[0]?.message ?? null,
    partial_of: parts.map(({ resource }) => resource).join(','),
  } satisfies Partial<PictureColumns>;
}

/** A document, or null if its shape is unexpected: the rest of the picture must not depend on it. */
function shapeOf<S extends z.ZodType>(schema: S, content: string): z.output<S> | null {
  const told: unknown = JSON.parse(content);
  return schema.safeParse(told).data ?? null;
}

function captureOf(content: string | undefined): string {
  if (content === undefined) return NO_VALUE;
  const capture = shapeOf(Features, content)?.find(
    ({ feature }) => feature === CAPTURE_CHARGE_SESSIONS,
  );
  if (capture === undefined) return NO_VALUE;
  return capture.isEnabled ? 'on' : 'off';
}

/** The place of an Entity by its Locations: the first label, or the first coordinates. */
function locationOf(
  places: readonly { label: string | null; latitude: number; longitude: number }[],
): string | null {
  const [first] = places;
  if (first === undefined) return null;
  const label = places.find((place) => place.label !== null)?.label;
  return label ?? `${first.latitude.toFixed(4)}, ${first.longitude.toFixed(4)}`;
}

/** The last Command, or why none is known. */
function outcomeColumns(
  last: NewestCommand | undefined,
  { commands_at: readAt, partial_of: partly }: Pick<PictureColumns, 'commands_at' | 'partial_of'>,
) {
  const none = partly.split(',').includes('commands') ? 'partial' : 'never';
  const order = last === undefined ? -1 : OUTCOME_ORDER.indexOf(last.verdict);
  return {
    outcome: last?.verdict ?? (readAt === null ? none : NO_VALUE),
    last_type: last?.type ?? null,
    last_at: last?.at ?? null,
    last_ours: last === undefined ? null : Number(last.dispatchId !== null),
    sort_outcome: numberKey(order < 0 ? null : order),
  } satisfies Partial<PictureColumns>;
}

/** Capacity and session capture. The answer to a change of ours counts as a read. */
function documentColumns(
  documents: readonly { resource: string; content: string; known_at: number }[],
  read: Pick<PictureColumns, 'capacity_at' | 'features_at'>,
) {
  const find = (resource: string) => documents.find((each) => each.resource === resource);
  const [told, features] = [find('capacity'), find('features')];
  const capacity =
    told === undefined ? null : (shapeOf(BatteryCapacity, told.content)?.batteryCapacity ?? null);
  const capacity_at = read.capacity_at ?? told?.known_at ?? null;
  const features_at = read.features_at ?? features?.known_at ?? null;
  const known = capacity === null ? NO_VALUE : 'known';
  return {
    capacity,
    capacity_at,
    capacity_state: capacity_at === null ? 'never' : known,
    features_at,
    capture_state: features_at === null ? 'never' : captureOf(features?.content),
    sort_capacity: numberKey(capacity === null ? null : capacity * 1000),
  } satisfies Partial<PictureColumns>;
}

/** An Entity, when it was offboarded, and its places by their ids. */
export interface PicturedEntity {
  id: string;
  offboarded_at: number | null;
  places: readonly PlaceRow[];
  /** IANA name of the zone of these. */
  zone: string;
}

/**
 * The pictures of Entities from what is stored of them.
 * @param entities a few dozen: all their data is read at once
 * @param now milliseconds since the epoch
 * @returns by Entity
 */
export async function computePictures(
  db: Kysely<Store>,
  entities: readonly PicturedEntity[],
  now: number,
): Promise<Map<string, PictureColumns>> {
  if (entities.length === 0) return new Map();
  const ids = entities.map(({ id }) => id);
  const of = <Row extends { entity_id: string }>(rows: readonly Row[]) =>
    groupBy(rows, (row) => row.entity_id);
  const records = db.selectFrom('fleet_reads').where('entity_id', 'in', ids).selectAll();
  const reads = of(await records.execute());
  const contents = db.selectFrom('fleet_documents').where('entity_id', 'in', ids).selectAll();
  const documents = of(await contents.execute());
  const energy = await energyKeys(db, entities, now);
  const ended = await lastSessions(db, ids, now);
  const last = await lastCommands(db, ids, now);
  const next = await nextCommands(db, ids, now);
  const answered = await lastAnswers(db, ids, now);
  return new Map(
    entities.map(({ id, offboarded_at: gone, places, zone }) => {
      const read = readColumns(reads.get(id) ?? []);
      const sessionAt = ended.get(id) ?? null;
      const seenAt = Math.max(sessionAt ?? 0, answered.get(id) ?? 0);
      const location = locationOf(places);
      const { planned = null, dueAt = null } = next.get(id) ?? {};
      const picture: PictureColumns = {
        ...read,
        ...documentColumns(documents.get(id) ?? [], read),
        ...outcomeColumns(last.get(id), read),
        location,
        located: sortKey(location),
        seen_at: seenAt === 0 ? null : seenAt,
        sort_seen: numberKey(seenAt === 0 ? null : seenAt),
        // An offboarded Entity does not fall silent: it is expected not to charge.
        session_at: gone === null ? sessionAt : null,
        planned_type: planned?.type ?? null,
        planned_at: planned?.at ?? null,
        next_due_at: dueAt,
        zone,
        sort_energy: numberKey(null),
        energy_due: null,
        ...(read.sessions_at === null ? {} : energy.get(id)),
      };
      return [id, picture];
    }),
  );
}
