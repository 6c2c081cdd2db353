import { randomFor } from '../random.ts';
import { isoInstant } from '../../domain/instant.ts';
import { midnightMs } from './stays.ts';

/** A home battery, which takes no Commands. Public facts, "Commands". */
export interface HomeBattery {
  id: string;
  /** kWh; null: a common one. */
  batteryCapacity: number | null;
}

const HOUR = 3_600_000;
/** Charge that is kept for the battery's own sake, in %. */
const RESERVE = 10;
/** It charges from the morning to the afternoon, rests, and empties through the evening. Hours, UTC. */
const CHARGES = [8.5, 14.5] as const;
const EMPTIES = [17, 23] as const;

/** How a battery stands at an instant. */
export interface BatteryState {
  /** State of charge in %. */
  soc: number;
  /** kW; positive while it charges, negative while it empties. */
  powerKw: number;
}

/**
 * State of charge and power of a battery. Each day it fills as far as that day's sun goes and empties to
 * its reserve, so that each day begins where the one before ended.
 * @param seed of the world; the same seed, battery and instant give the same state
 * @param atMs milliseconds since the epoch
 */
export function batteryAt(seed: number, battery: HomeBattery, atMs: number): BatteryState {
  const date = isoInstant(atMs).slice(0, 10);
  const hour = (atMs - midnightMs(date)) / HOUR;
  const full = randomFor(seed, 'battery', battery.id, date).between(35, 100);
  const capacity = battery.batteryCapacity ?? 10;
  const swing = full - RESERVE;
  const during = ([from, to]: readonly [number, number], sign: 1 | -1) => ({
    part: Math.min(1, Math.max(0, (hour - from) / (to - from))),
    powerKw: hour >= from && hour < to ? (sign * ((swing / 100) * capacity)) / (to - from) : 0,
  });
  const filling = during(CHARGES, 1);
  const emptying = during(EMPTIES, -1);
  return {
    soc: RESERVE + swing * (filling.part - emptying.part),
    powerKw: filling.powerKw + emptying.powerKw,
  };
}
