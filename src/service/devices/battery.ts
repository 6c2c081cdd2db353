import { randomFor } from '../random.ts';
import { isoInstant } from '../../domain/instant.ts';
import { midnightMs } from './stays.ts';

/** A home battery, which accepts no Commands. Public facts, "Commands". */
export interface HomeBattery {
  id: string;
  /** kWh; null for a typical one. */
  batteryCapacity: number | null;
}

const HOUR = 3_600_000;
/** Charge that is always kept in reserve, in %. */
const RESERVE = 10;
/** It charges from morning to afternoon, rests, and discharges in the evening. Hours, UTC. */
const CHARGES = [8.5, 14.5] as const;
const EMPTIES = [17, 23] as const;

/** The state of a battery at an instant. */
export interface BatteryState {
  /** State of charge in %. */
  soc: number;
  /** kW; positive while charging, negative while discharging. */
  powerKw: number;
}

/**
 * State of charge and power of a battery. Each day it charges with the day's sun and discharges to
 * its reserve, so that each day begins as the previous one ended.
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
