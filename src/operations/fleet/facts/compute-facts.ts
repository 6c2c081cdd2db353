import type { Kysely } from 'kysely';
import { BatteryCapacity } from '../../../contract/battery-capacity.ts';
import { FLEET_RESOURCES, NO_VALUE } from '../../../contract/console/choices.ts';
import { CAPTURE_CHARGE_SESSIONS, Feature } from '../../../contract/feature.ts';
import { z } from '../../../contract/zod.ts';
import { completeBefore } from '../../../domain/complete-days.ts';
import { kwhPerUnit } from '../../../domain/reports/report-session.ts';
import { DAY_MS } from '../../../domain/instant.ts';
import { silentFrom, silentSince } from '../../../domain/silent.ts';
import { FAILED_VERDICTS, VERDICTS } from '../../../domain/command-status.ts';
import type { FleetFactsRow, FleetReadRow } from '../../../store/schema/fleet-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { numberKey, sortKey } from '../../../store/sort-columns.ts';
import { byEntity } from './by-entity.ts';
import { marksOf } from './fact-marks.ts';
import { lastAnswers, lastCommands, nextCommands } from '../commands/newest-commands.ts';
import { lastComputed } from '../energy/last-computed.ts';
import {
  energyOf,
  lastEnergyDay,
  lastSessions,
  recentSessions,
  type RecentMicros,
} from './recent-energy.ts';
import { partlyRead } from './shown-facts.ts';
import { offboardedOf } from '../offboarding/offboarded.ts';

const Features = z.array(Feature);
/** Lists show nothing of older sessions, so an unread history is no gap. */
const SHOWN_RESOURCES = FLEET_RESOURCES.filter((resource) => resource !== 'history');

/** Failures first: people look for the worst ones most. */
const OUTCOME_ORDER: readonly string[] = [
  ...FAILED_VERDICTS,
  'unrequested',
  'unknown',
  'unrecognised',
  ...VERDICTS.toReversed(),
];

function readFacts(reads: readonly FleetReadRow[]) {
  const of = new Map(reads.map((read) => [read.resource, read]));
  const shown = SHOWN_RESOURCES.map((resource) => of.get(resource));
  const times = shown.flatMap((read) => read?.read_at ?? []);
  const failed = FLEET_RESOURCES.flatMap((resource) => {
    const { message = null, partial = null } = of.get(resource) ?? {};
    return message === null ? [] : { resource, message, isPart: partial === 1 };
  });
  const parts = failed.filter(({ isPart }) => isPart);
  const none = failed.filter(({ isPart }) => !isPart);
  return {
    of,
    facts: {
      commands_at: of.get('commands')?.read_at ?? null,
      sessions_at: of.get('sessions')?.read_at ?? null,
      capacity_at: of.get('capacity')?.read_at ?? null,
      features_at: of.get('features')?.read_at ?? null,
      places_at: of.get('locations')?.read_at ?? null,
      failing: none.length,
      message: none[0]?.message ?? null,
      partial: parts.length,
      partial_message: parts[0]?.message ?? null,
      partial_of: parts.map(({ resource }) => resource).join(','),
      unread: shown.length - times.length,
      read_at: times.length === 0 ? null : Math.min(...times),
    },
  };
}

/** A document, or null if its shape is unexpected: the other facts must not depend on it. */
function shapeOf<S extends z.ZodType>(schema: S, content: string): z.output<S> | null {
  const told: unknown = JSON.parse(content);
  return schema.safeParse(told).data ?? null;
}

function captureOf(content: string | undefined): number | null {
  if (content === undefined) return null;
  const capture = shapeOf(Features, content)?.find(
    ({ feature }) => feature === CAPTURE_CHARGE_SESSIONS,
  );
  return capture === undefined ? null : Number(capture.isEnabled);
}

/** The place of an Entity by its Locations: the first label, or the first coordinates. */
function placeOf(
  places: readonly { label: string | null; latitude: number; longitude: number }[],
): string | null {
  const [first] = places;
  if (first === undefined) return null;
  const label = places.find((place) => place.label !== null)?.label;
  return label ?? `${first.latitude.toFixed(4)}, ${first.longitude.toFixed(4)}`;
}

const NO_ENERGY: RecentMicros = {
  energy: null,
  unit: '',
  counted: 0,
  otherUnits: 0,
  withoutEnergy: 0,
  days: [],
};

/**
 * The facts of Entities from what was read of them.
 * @param ids a few dozen: all their data is read at once
 * @param now milliseconds since the epoch
 */
export async function computeFacts(
  db: Kysely<Store>,
  ids: readonly string[],
  now: number,
): Promise<FleetFactsRow[]> {
  if (ids.length === 0) return [];
  const reads = byEntity(
    await db.selectFrom('fleet_reads').where('entity_id', 'in', ids).selectAll().execute(),
  );
  const documents = byEntity(
    await db.selectFrom('fleet_documents').where('entity_id', 'in', ids).selectAll().execute(),
  );
  const places = byEntity(
    await db
      .selectFrom('places')
      .where('entity_id', 'in', ids)
      .orderBy('entity_id')
      .orderBy('id')
      .selectAll()
      .execute(),
  );
  const sessions = await recentSessions(db, ids, now);
  const ended = await lastSessions(db, ids, now);
  const computedAt = await lastComputed(db, now);
  const last = await lastCommands(db, ids, now);
  const next = await nextCommands(db, ids, now);
  const answered = await lastAnswers(db, ids, now);
  const offboarded = await offboardedOf(db, ids);
  return ids.map((id) => {
    const { of, facts } = readFacts(reads.get(id) ?? []);
    const document = (resource: string) =>
      documents.get(id)?.find((each) => each.resource === resource);
    const [capacity, features] = [document('capacity'), document('features')];
    const sessionsAt = facts.sessions_at;
    const from = of.get('sessions')?.known_from ?? sessionsAt;
    const energy =
      sessionsAt === null || from === null
        ? NO_ENERGY
        : energyOf(sessions.get(id) ?? [], { from, readAt: sessionsAt }, now);
    // A device's clock may be ahead: the list marks times in the future.
    const sessionAt = ended.get(id) ?? null;
    const seenAt = Math.max(sessionAt ?? 0, answered.get(id) ?? 0);
    const [command, planned] = [last.get(id), next.get(id)];
    const changes = [planned?.at ?? null, silentFrom(sessionAt)];
    return {
      ...facts,
      entity_id: id,
      computed_at: now,
      due_at: Math.min(
        now + DAY_MS,
        ...changes.flatMap((at) => (at === null || at <= now ? [] : at)),
      ),
      last_verdict: command?.verdict ?? null,
      last_type: command?.type ?? null,
      last_at: command?.at ?? null,
      last_ours: command === undefined ? null : Number(command.dispatchId !== null),
      seen_at: seenAt === 0 ? null : seenAt,
      // An offboarded Entity does not fall silent: it is expected not to charge.
      session_at: offboarded.has(id) ? null : sessionAt,
      sessions_from: of.get('sessions')?.known_from ?? null,
      energy: energy.energy,
      unit: energy.unit,
      counted: energy.counted,
      other_units: energy.otherUnits,
      without_energy: energy.withoutEnergy,
      complete_before: sessionsAt === null ? null : completeBefore(sessionsAt, computedAt),
      days: energy.days.join(','),
      last_day: lastEnergyDay(now),
      capacity:
        capacity === undefined
          ? null
          : (shapeOf(BatteryCapacity, capacity.content)?.batteryCapacity ?? null),
      // The answer to a change of ours counts as a read.
      capacity_at: facts.capacity_at ?? capacity?.known_at ?? null,
      capture: captureOf(features?.content),
      features_at: facts.features_at ?? features?.known_at ?? null,
      place: placeOf(places.get(id) ?? []),
      planned_type: planned?.type ?? null,
      planned_at: planned?.at ?? null,
    };
  });
}

/** Energy in millionths of a kWh, or null: amounts in other units cannot be ordered. */
function kwhOf(facts: FleetFactsRow): bigint | null {
  if (facts.energy === null) return null;
  if (facts.energy === 0) return 0n;
  const scale = kwhPerUnit(facts.unit);
  return scale === null ? null : (BigInt(facts.energy) * scale.times) / scale.by;
}

function captureMark({ capture, features_at: readAt }: FleetFactsRow): string {
  if (readAt === null) return 'never';
  if (capture === null) return NO_VALUE;
  return capture === 1 ? 'on' : 'off';
}

/** Why no last Command is known. */
function noOutcome(facts: FleetFactsRow): string {
  if (facts.commands_at !== null) return NO_VALUE;
  return partlyRead(facts).includes('commands') ? 'partial' : 'never';
}

/** What Entities are sorted and filtered by. @param now milliseconds since the epoch */
export function listColumnsOf(facts: FleetFactsRow, now: number) {
  const outcome = facts.last_verdict === null ? -1 : OUTCOME_ORDER.indexOf(facts.last_verdict);
  return {
    located: sortKey(facts.place),
    sort_outcome: numberKey(outcome < 0 ? null : outcome),
    sort_seen: numberKey(facts.seen_at),
    sort_energy: numberKey(kwhOf(facts)),
    sort_capacity: numberKey(facts.capacity === null ? null : facts.capacity * 1000),
    marks: marksOf({
      outcome: facts.last_verdict ?? noOutcome(facts),
      capacity: facts.capacity_at === null ? 'never' : facts.capacity === null ? NO_VALUE : 'known',
      capture: captureMark(facts),
      reads: facts.failing > 0 ? 'failing' : facts.partial > 0 ? 'partial' : 'fine',
      silent: silentSince(facts.session_at, now) === null ? '' : '1',
      planned: facts.planned_at === null ? '' : '1',
      energy: facts.sessions_at === null ? 'never' : facts.energy === null ? '' : '1',
      seen: facts.seen_at === null ? '' : '1',
    }),
  };
}
