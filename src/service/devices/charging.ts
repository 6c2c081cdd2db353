import type { WorldSession } from '../worlds/world-schema.ts';
import { isoInstant } from '../../domain/instant.ts';
import { randomFor, uuidFor } from '../random.ts';
import {
  type PluggableEntity,
  type Stay,
  daysLater,
  knowsSoc,
  midnightMs,
  stayAt,
  staysFrom,
} from './stays.ts';
import { charge, powerAt } from './taper.ts';

/** The data of an Entity that charges. */
export interface ChargingEntity extends PluggableEntity {
  /** The first is its main place of charging. */
  locations: readonly { id: string; label: string | null; latitude: number; longitude: number }[];
}

/** A Command that the device carried out, and when, in milliseconds. */
export interface ChargingControl {
  atMs: number;
  type: string;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Sessions of a day are computed once, this long after the midnight (UTC) that ends it. */
export const COMPUTED_AFTER_MS = 5 * 60_000;
/**
 * The date (UTC, YYYY-MM-DD) up to which sessions have been computed at an instant in milliseconds:
 * all that ended before it, and no later ones.
 */
export function computedUpTo(nowMs: number): string {
  return isoInstant(nowMs - COMPUTED_AFTER_MS).slice(0, 10);
}

/** Consumption of a vehicle per km, in kWh. */
const KWH_PER_KM = 0.19;
/** Grid energy per kWh that reaches the battery. */
const LOSSES = 1.08;
/** Charging ends this long before the vehicle leaves. */
const ENDS_BEFORE_LEAVING_MS = 5 * 60_000;

/**
 * The charge sessions of an Entity that end on a date (UTC). A session across midnight belongs to
 * the date on which it ends. Public facts, "Charge sessions".
 * @param seed of the world; the same seed, Entity, date and controls give the same sessions
 * @param date YYYY-MM-DD
 * @param controls changes by StopCharging and StartCharging, in order of time
 */
export function sessionsEndingOn(
  seed: number,
  entity: ChargingEntity,
  date: string,
  controls: readonly ChargingControl[] = [],
): WorldSession[] {
  const from = midnightMs(date);
  return [daysLater(date, -1), date]
    .flatMap((startDate) => staysFrom(seed, entity, startDate))
    .flatMap((stay) => chargesOf(stay, controls).map((run) => ({ stay, run })))
    .filter(({ run }) => run.endMs >= from && run.endMs < from + DAY && energyOf(run) > 0)
    .map(({ stay, run }) => ({
      ...sessionOf(seed, entity, stay, run),
      created: isoInstant(from + DAY + COMPUTED_AFTER_MS),
    }));
}

/**
 * The last charge sessions of an Entity that end before a date (UTC), oldest first: the results of
 * {@link sessionsEndingOn} for the days before, without any controls.
 * @param date YYYY-MM-DD
 * @param count how many; the Entity must be one that charges
 */
export function lastSessionsBefore(
  seed: number,
  entity: ChargingEntity,
  date: string,
  count: number,
): WorldSession[] {
  const beforeMs = midnightMs(date);
  const found: WorldSession[] = [];
  for (let startMs = beforeMs - DAY; found.length < count; startMs -= DAY) {
    const runs = staysFrom(seed, entity, isoInstant(startMs).slice(0, 10))
      .flatMap((stay) => chargesOf(stay, []).map((run) => ({ stay, run })))
      .filter(({ run }) => run.endMs < beforeMs && energyOf(run) > 0);
    for (const { stay, run } of runs.toReversed()) {
      const computedMs = Math.floor(run.endMs / DAY) * DAY + DAY + COMPUTED_AFTER_MS;
      found.push({ ...sessionOf(seed, entity, stay, run), created: isoInstant(computedMs) });
    }
  }
  return found.slice(0, count).toReversed();
}

/** One uninterrupted charge within a stay. */
interface Run {
  stay: Stay;
  startMs: number;
  endMs: number;
  /** State of charge in %, exact. */
  from: number;
  to: number;
}

/**
 * The charges of a stay. The first begins with the cable; StopCharging ends one, StartCharging
 * begins another, up to 100 % if the wanted state of charge is reached already.
 */
function chargesOf(stay: Stay, controls: readonly ChargingControl[]): Run[] {
  const lastMs = stay.leaveMs - ENDS_BEFORE_LEAVING_MS;
  const runs: Run[] = [];
  let { soc, wanted } = stay;
  let startMs: number | null = stay.plugInMs;
  const chargeTo = (begunMs: number, untilMs: number) => {
    const done = charge(stay, soc, wanted, begunMs, Math.min(untilMs, lastMs));
    runs.push({ stay, startMs: begunMs, endMs: done.endMs, from: soc, to: done.soc });
    soc = done.soc;
    startMs = null;
  };
  const inside = controls.filter(({ atMs }) => atMs >= stay.plugInMs && atMs < stay.leaveMs);
  for (const { atMs, type } of inside) {
    if (type === 'StopCharging' && startMs !== null) chargeTo(startMs, atMs);
    if (type !== 'StartCharging') continue;
    const full = startMs !== null && charge(stay, soc, wanted, startMs, atMs).soc >= wanted;
    if (startMs !== null && full) chargeTo(startMs, atMs);
    if (soc >= wanted) wanted = 100;
    startMs ??= atMs;
  }
  if (startMs !== null) chargeTo(startMs, lastMs);
  return runs;
}

/** Energy from the grid, in Wh. */
function energyOf({ stay, from, to }: Run): number {
  return Math.round(((stay.capacity * (to - from)) / 100) * 1000 * LOSSES);
}

/** The charging state of an Entity at an instant. */
export interface ChargingState {
  pluggedIn: boolean;
  /** kW; 0 while not charging. */
  powerKw: number;
  /** State of charge in %, or null if no vehicle is connected. */
  soc: number | null;
}

/**
 * Whether an Entity is plugged in and charges at an instant.
 * @param controls as for {@link sessionsEndingOn}
 * @param atMs milliseconds since the epoch
 */
export function chargingAt(
  seed: number,
  entity: PluggableEntity,
  controls: readonly ChargingControl[],
  atMs: number,
): ChargingState {
  const stay = stayAt(seed, entity, atMs);
  if (stay === null) return { pluggedIn: false, powerKw: 0, soc: null };
  const past = controls.filter((control) => control.atMs <= atMs);
  const runs = chargesOf(stay, past).filter(({ startMs }) => startMs <= atMs);
  const last = runs.at(-1);
  if (last === undefined) return { pluggedIn: true, powerKw: 0, soc: stay.soc };
  if (atMs >= last.endMs) return { pluggedIn: true, powerKw: 0, soc: last.to };
  const { soc } = charge(stay, last.from, last.to, last.startMs, atMs);
  return { pluggedIn: true, powerKw: powerAt(stay, soc), soc };
}

function sessionOf(seed: number, entity: ChargingEntity, stay: Stay, run: Run): WorldSession {
  const energyWh = energyOf(run);
  const isVehicle = entity.type === 'EV';
  const averageKw = energyWh / 1000 / ((run.endMs - run.startMs) / HOUR);
  const [socStart, socEnd] = [Math.round(run.from), Math.round(run.to)];
  const percent = (value: number) => (knowsSoc(entity) ? { unit: '%', value } : null);
  const km = (soc: number) => ({
    unit: 'km',
    value: Math.round((stay.capacity * soc) / 100 / KWH_PER_KM),
  });
  return {
    id: uuidFor(seed, 'session', entity.id, run.startMs, stay.index),
    entityId: entity.id,
    created: null,
    data: {
      start: isoInstant(run.startMs),
      end: isoInstant(run.endMs),
      charge: {
        averagePower: isVehicle
          ? { unit: 'kW', value: Math.round(averageKw * 100) / 100 }
          : { unit: 'W', value: Math.round(averageKw * 1000) },
        start: percent(socStart),
        end: percent(socEnd),
        total: registers(run.startMs, run.endMs, energyWh),
      },
      ...place(seed, entity, stay),
      range: isVehicle ? { start: km(socStart), end: km(socEnd) } : null,
    },
  };
}

/** Energy by the quarter of the day (UTC) in which it flowed: t1 0-6, t2 6-12, t3 12-18, t4 18-24 hours. */
function registers(startMs: number, endMs: number, energyWh: number) {
  const share = [0, 0, 0, 0];
  for (let at = startMs; at < endMs;) {
    const quarter = Math.floor((at % DAY) / (6 * HOUR));
    const next = Math.min(endMs, (Math.floor(at / (6 * HOUR)) + 1) * 6 * HOUR);
    share[quarter] = (share[quarter] ?? 0) + (next - at);
    at = next;
  }
  // Cumulated first and then differenced, so that the registers add up to the total to the Wh.
  let before = 0;
  let flowedMs = 0;
  const [t1 = 0, t2 = 0, t3 = 0, t4 = 0] = share.map((ms) => {
    flowedMs += ms;
    const until = Math.round((energyWh * flowedMs) / (endMs - startMs));
    const part = until - before;
    before = until;
    return part / 1000;
  });
  return { unit: 'kWh', t1, t2, t3, t4, total: energyWh / 1000 };
}

/** Where it charged: usually at the first known place; sometimes at one that matches none. */
function place(seed: number, entity: ChargingEntity, stay: Stay) {
  const random = randomFor(seed, 'place', entity.id, stay.date, stay.index);
  const [first, ...others] = entity.locations;
  if (first === undefined) return { location: null, locationMatches: [] };
  const isAway = entity.type === 'EV' && random.chance(0.08);
  const other = others[random.whole(0, Math.max(0, others.length - 1))];
  const at = entity.type === 'EV' && other !== undefined && random.chance(0.15) ? other : first;
  const spread = isAway ? 0.06 : 0.0002;
  const near = (value: number) => Math.round((value + random.between(-spread, spread)) * 1e6) / 1e6;
  return {
    location: {
      address: isAway ? 'Public charging' : at.label,
      latitude: near(at.latitude),
      longitude: near(at.longitude),
    },
    locationMatches: isAway
      ? []
      : [{ accuracy: random.whole(4, 24), location: { id: at.id, label: at.label } }],
  };
}
