import { isoInstant } from '../../domain/instant.ts';
import { type Random, randomFor } from '../random.ts';
import type { Charger } from './taper.ts';

/** The properties that decide when and with what an Entity is plugged in. */
export interface PluggableEntity {
  readonly id: string;
  /** EV or ChargePoint; other types do not charge. */
  readonly type: string;
  readonly brand: string | null;
  /** kWh; null for a typical one. */
  readonly batteryCapacity: number | null;
}

/** A time during which a cable is connected: an EV at its place, or a guest at a charge point. */
export interface Stay extends Charger {
  /** Date (UTC) on which it begins, and its number on that date. */
  date: string;
  index: number;
  plugInMs: number;
  /** The vehicle leaves. */
  leaveMs: number;
  /** State of charge on arrival, in %. */
  soc: number;
  /** The state of charge at which charging ends, in %. */
  wanted: number;
}

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** Hours (UTC) at which the shifts of vehicles begin; each vehicle drives once a day, in its own. */
const SHIFTS = [0.5, 8, 15.5] as const;
/** Hours of a shift in which a vehicle may leave. */
const LEAVES_WITHIN = 6.5;
/** Longest time until the next guest of a charge point. */
const BETWEEN_GUESTS_MS = 40 * MINUTE;
/** Charge points of these brands use direct current, and learn the state of charge. */
const FAST_BRANDS: ReadonlySet<string> = new Set(['ABB', 'Alpitronic', 'Kempower']);

/** The midnight (UTC) that begins a date, in milliseconds. */
export function midnightMs(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** The date (UTC) a number of days later. Avoids Temporal, which took a third of making a history. */
export function daysLater(date: string, days: number): string {
  return isoInstant(midnightMs(date) + days * 24 * HOUR).slice(0, 10);
}

/** Whether it knows the state of charge of the vehicle. */
export function knowsSoc(entity: PluggableEntity): boolean {
  return entity.type === 'EV' || FAST_BRANDS.has(entity.brand ?? '');
}

/** Caches stays: each day of a history needs those of two dates. */
const recent = new WeakMap<PluggableEntity, Map<string, readonly Stay[]>>();
const RECENT_DATES = 3;

/**
 * When vehicles plug in on a date (UTC) and leave again, in order, never two at a time.
 * @param seed of the world; the same seed, Entity and date give the same stays
 * @param date YYYY-MM-DD
 */
export function staysFrom(seed: number, entity: PluggableEntity, date: string): readonly Stay[] {
  const known = recent.get(entity) ?? new Map<string, readonly Stay[]>();
  const key = `${seed} ${date}`;
  const stays = known.get(key) ?? makeStays(seed, entity, date);
  known.set(key, stays);
  const [oldest] = known.keys();
  if (known.size > RECENT_DATES && oldest !== undefined) known.delete(oldest);
  recent.set(entity, known);
  return stays;
}

function makeStays(seed: number, entity: PluggableEntity, date: string): Stay[] {
  return times(seed, entity, date).map(([plugInMs, leaveMs], index) => {
    const random = randomFor(seed, 'stay', entity.id, date, index);
    const soc = entity.type === 'EV' ? random.whole(38, 68) : random.whole(12, 62);
    const wanted = random.chance(0.7) ? random.whole(78, 90) : 100;
    return { date, index, plugInMs, leaveMs, soc, wanted, ...chargerOf(seed, entity, random) };
  });
}

function times(seed: number, entity: PluggableEntity, date: string): [number, number][] {
  if (entity.type === 'EV') {
    return [[tripOf(seed, entity, date).backMs, tripOf(seed, entity, daysLater(date, 1)).leaveMs]];
  }
  if (entity.type !== 'ChargePoint') return [];
  const random = randomFor(seed, 'stays', entity.id, date);
  const isFast = FAST_BRANDS.has(entity.brand ?? '');
  const visits = isFast ? random.whole(2, isWorkday(date) ? 6 : 4) : random.whole(1, 3);
  const window = (24 * HOUR) / visits;
  // Charge points change their guests at different hours.
  const begins = midnightMs(date) + randomFor(seed, 'guests', entity.id).whole(0, 20) * HOUR;
  return Array.from({ length: visits }, (_, index) => {
    const opens = begins + index * window;
    return [opens + wholeMinutes(random.between(0, BETWEEN_GUESTS_MS)), opens + window];
  });
}

/** When a vehicle is on the road on a date (UTC), all within that date; it is plugged in before and after. */
function tripOf(seed: number, entity: PluggableEntity, date: string) {
  const shift = randomFor(seed, 'shift', entity.id).pick(SHIFTS);
  const random = randomFor(seed, 'trip', entity.id, date);
  const leaveMs =
    midnightMs(date) + wholeMinutes((shift + random.between(0, LEAVES_WITHIN)) * HOUR);
  const longest = isWorkday(date) ? 95 : 50;
  return { leaveMs, backMs: leaveMs + wholeMinutes(random.between(30, longest) * MINUTE) };
}

function isWorkday(date: string): boolean {
  const weekday = new Date(midnightMs(date)).getUTCDay();
  return weekday >= 1 && weekday <= 5;
}

function wholeMinutes(ms: number): number {
  return Math.round(ms / MINUTE) * MINUTE;
}

/** AC power and capacity stay the same for an EV; the guests of a charge point vary. */
function chargerOf(seed: number, entity: PluggableEntity, random: Random): Charger {
  if (entity.type === 'EV') {
    const own = randomFor(seed, 'equipment', entity.id);
    return { capacity: entity.batteryCapacity ?? 60, powerKw: own.pick([7.4, 11, 11, 22]) };
  }
  const capacity = random.pick([40, 50, 58, 64, 75, 77, 82]);
  const fast = FAST_BRANDS.has(entity.brand ?? '');
  return { capacity, powerKw: fast ? random.between(55, 140) : random.pick([7.4, 11, 22]) };
}

/** The stay at an instant (in milliseconds), or null if no cable is connected. */
export function stayAt(seed: number, entity: PluggableEntity, atMs: number): Stay | null {
  const date = isoInstant(atMs).slice(0, 10);
  // No stay lasts beyond the day after the date on which it began.
  const found = [date, daysLater(date, -1)]
    .flatMap((day) => staysFrom(seed, entity, day))
    .find(({ plugInMs, leaveMs }) => atMs >= plugInMs && atMs < leaveMs);
  return found ?? null;
}
