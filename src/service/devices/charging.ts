import type { WorldSession } from '../worlds/world-schema.ts';
import { isoInstant } from '../../domain/instant.ts';
import { addDays } from '../../domain/time.ts';
import { type Random, randomFor, uuidFor } from '../random.ts';

/** What is known of an Entity that charges. */
export interface ChargingEntity {
  id: string;
  /** EV or ChargePoint; other types do not charge. */
  type: string;
  brand: string | null;
  /** kWh. */
  batteryCapacity: number | null;
  /** The first is where it charges most. */
  locations: readonly { id: string; label: string | null; latitude: number; longitude: number }[];
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Sessions of a day are computed once, this long after the midnight (UTC) that ends it. */
export const COMPUTED_AFTER_MS = 5 * 60_000;
/** Charge points of these brands charge with direct current, and learn the state of charge. */
const FAST_BRANDS: ReadonlySet<string> = new Set(['ABB', 'Alpitronic', 'Kempower']);
/** What a vehicle needs per km, in kWh. */
const KWH_PER_KM = 0.19;
/** From here on, in %, a battery charges ever more slowly: on average with less than half the power. */
const TAPER_FROM = 80;
const TAPERED = 0.45;

/** The midnight (UTC) that begins a date, in milliseconds. */
export function midnightMs(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/**
 * The charge sessions of an Entity that end on a date (UTC). A session that goes on over midnight
 * belongs to the date on which it ends. Public facts, "Charge sessions".
 * @param seed of the world; the same seed, Entity and date give the same sessions
 * @param date YYYY-MM-DD
 */
export function sessionsEndingOn(
  seed: number,
  entity: ChargingEntity,
  date: string,
): WorldSession[] {
  const from = midnightMs(date);
  return [addDays(date, -1), date]
    .flatMap((startDate) => sessionsStartingOn(seed, entity, startDate))
    .filter(({ endMs }) => endMs >= from && endMs < from + DAY)
    .map(({ session }) => ({ ...session, created: isoInstant(from + DAY + COMPUTED_AFTER_MS) }));
}

interface Started {
  endMs: number;
  session: WorldSession;
}

function sessionsStartingOn(seed: number, entity: ChargingEntity, date: string): Started[] {
  const random = randomFor(seed, 'sessions', entity.id, date);
  const weekday = new Date(midnightMs(date)).getUTCDay();
  const isWorkday = weekday >= 1 && weekday <= 5;
  if (entity.type === 'EV') {
    if (!random.chance(isWorkday ? 0.78 : 0.35)) return [];
    const startMs = midnightMs(date) + Math.round(random.between(15.5, 19) * 60) * 60_000;
    return [chargeOnce(seed, entity, random, { startMs, untilMs: startMs + 14 * HOUR, index: 0 })];
  }
  if (entity.type !== 'ChargePoint') return [];
  const fast = FAST_BRANDS.has(entity.brand ?? '');
  const visits = fast ? random.whole(2, isWorkday ? 6 : 4) : random.whole(isWorkday ? 1 : 0, 3);
  const window = (16 * HOUR) / Math.max(visits, 1);
  return Array.from({ length: visits }, (_, index) => {
    const opens = midnightMs(date) + 5 * HOUR + index * window;
    const startMs = opens + Math.round(random.between(0, window * 0.4) / 60_000) * 60_000;
    return chargeOnce(seed, entity, random, { startMs, untilMs: opens + window, index });
  });
}

interface Slot {
  startMs: number;
  /** The vehicle leaves no later. */
  untilMs: number;
  /** Number of the session within its day. */
  index: number;
}

/** What an Entity charges with: AC power and capacity stay the same for an EV, guests vary. */
function equipment(seed: number, entity: ChargingEntity, random: Random) {
  if (entity.type === 'EV') {
    const own = randomFor(seed, 'equipment', entity.id);
    return { capacity: entity.batteryCapacity ?? 60, powerKw: own.pick([7.4, 11, 11, 22]) };
  }
  const capacity = random.pick([40, 50, 58, 64, 75, 77, 82]);
  const fast = FAST_BRANDS.has(entity.brand ?? '');
  return { capacity, powerKw: fast ? random.between(55, 140) : random.pick([7.4, 11, 22]) };
}

function chargeOnce(seed: number, entity: ChargingEntity, random: Random, slot: Slot): Started {
  const { capacity, powerKw } = equipment(seed, entity, random);
  const socStart = random.whole(12, 62);
  const wanted = random.chance(0.7) ? random.whole(78, 90) : 100;
  const { minutes, socEnd } = charged(capacity, powerKw, socStart, wanted, slot);
  const endMs = slot.startMs + minutes * 60_000;
  const energyWh = Math.round(((capacity * (socEnd - socStart)) / 100) * 1000 * 1.08);
  const isVehicle = entity.type === 'EV';
  const averageKw = energyWh / 1000 / (minutes / 60);
  const knowsSoc = isVehicle || FAST_BRANDS.has(entity.brand ?? '');
  const percent = (value: number) => (knowsSoc ? { unit: '%', value } : null);
  const km = (soc: number) => ({
    unit: 'km',
    value: Math.round((capacity * soc) / 100 / KWH_PER_KM),
  });
  return {
    endMs,
    session: {
      id: uuidFor(seed, 'session', entity.id, slot.startMs, slot.index),
      entityId: entity.id,
      created: null,
      data: {
        start: isoInstant(slot.startMs),
        end: isoInstant(endMs),
        charge: {
          averagePower: isVehicle
            ? { unit: 'kW', value: Math.round(averageKw * 100) / 100 }
            : { unit: 'W', value: Math.round(averageKw * 1000) },
          start: percent(socStart),
          end: percent(socEnd),
          total: registers(slot.startMs, endMs, energyWh),
        },
        ...place(entity, random),
        range: isVehicle ? { start: km(socStart), end: km(socEnd) } : null,
      },
    },
  };
}

/** How long a charge takes, with taper, and how far it gets before the vehicle leaves. */
function charged(capacity: number, powerKw: number, from: number, wanted: number, slot: Slot) {
  const minutesPerPercent = (percent: number) =>
    (capacity / 100 / (powerKw * (percent >= TAPER_FROM ? TAPERED : 1))) * 60;
  const most = (slot.untilMs - slot.startMs) / 60_000 - 5;
  let minutes = 0;
  let soc = from;
  while (soc < wanted && minutes + minutesPerPercent(soc) <= most) {
    minutes += minutesPerPercent(soc);
    soc += 1;
  }
  return { minutes: Math.max(1, Math.ceil(minutes)), socEnd: soc };
}

/** Energy by quarter of the day (UTC) in which it flowed: t1 0-6, t2 6-12, t3 12-18, t4 18-24 hours. */
function registers(startMs: number, endMs: number, energyWh: number) {
  const share = [0, 0, 0, 0];
  for (let at = startMs; at < endMs;) {
    const quarter = Math.floor((at % DAY) / (6 * HOUR));
    const next = Math.min(endMs, (Math.floor(at / (6 * HOUR)) + 1) * 6 * HOUR);
    share[quarter] = (share[quarter] ?? 0) + (next - at);
    at = next;
  }
  // Cumulated and then differenced, so that the registers add up to the total to the Wh.
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

/** Where it charged: mostly at the first known place; at times at one that matches none. */
function place(entity: ChargingEntity, random: Random) {
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
