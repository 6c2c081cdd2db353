import { addDays } from '../../domain/time.ts';
import { isoInstant } from '../../domain/instant.ts';
import { type Random, randomFor } from '../random.ts';
import type { Charger } from './taper.ts';

/** The properties that decide when and with what an Entity is plugged in. */
export interface PluggableEntity {
  id: string;
  /** EV or ChargePoint; other types do not charge. */
  type: string;
  brand: string | null;
  /** kWh; null for a typical one. */
  batteryCapacity: number | null;
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
/** How long an EV stays where it plugs in in the afternoon. */
const EV_STAYS_MS = 14 * HOUR;
/** Charge points of these brands use direct current, and learn the state of charge. */
const FAST_BRANDS: ReadonlySet<string> = new Set(['ABB', 'Alpitronic', 'Kempower']);

/** The midnight (UTC) that begins a date, in milliseconds. */
export function midnightMs(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** Whether it knows the state of charge of the vehicle. */
export function knowsSoc(entity: PluggableEntity): boolean {
  return entity.type === 'EV' || FAST_BRANDS.has(entity.brand ?? '');
}

/**
 * When vehicles plug in on a date (UTC) and leave again, in order, never two at a time.
 * @param seed of the world; the same seed, Entity and date give the same stays
 * @param date YYYY-MM-DD
 */
export function staysFrom(seed: number, entity: PluggableEntity, date: string): Stay[] {
  return times(seed, entity, date).map(([plugInMs, leaveMs], index) => {
    const random = randomFor(seed, 'stay', entity.id, date, index);
    const soc = random.whole(12, 62);
    const wanted = random.chance(0.7) ? random.whole(78, 90) : 100;
    return { date, index, plugInMs, leaveMs, soc, wanted, ...chargerOf(seed, entity, random) };
  });
}

function times(seed: number, entity: PluggableEntity, date: string): [number, number][] {
  const random = randomFor(seed, 'stays', entity.id, date);
  const midnight = midnightMs(date);
  const weekday = new Date(midnight).getUTCDay();
  const isWorkday = weekday >= 1 && weekday <= 5;
  if (entity.type === 'EV') {
    if (!random.chance(isWorkday ? 0.78 : 0.35)) return [];
    const plugInMs = midnight + Math.round(random.between(15.5, 19) * 60) * 60_000;
    return [[plugInMs, plugInMs + EV_STAYS_MS]];
  }
  if (entity.type !== 'ChargePoint') return [];
  const fast = FAST_BRANDS.has(entity.brand ?? '');
  const visits = fast ? random.whole(2, isWorkday ? 6 : 4) : random.whole(isWorkday ? 1 : 0, 3);
  const window = (16 * HOUR) / Math.max(visits, 1);
  return Array.from({ length: visits }, (_, index) => {
    const opens = midnight + 5 * HOUR + index * window;
    const plugInMs = opens + Math.round(random.between(0, window * 0.4) / 60_000) * 60_000;
    return [plugInMs, opens + window];
  });
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
  // No stay is longer than a day, so it began on this date or the previous one.
  const found = [date, addDays(date, -1)]
    .flatMap((day) => staysFrom(seed, entity, day))
    .find(({ plugInMs, leaveMs }) => atMs >= plugInMs && atMs < leaveMs);
  return found ?? null;
}
