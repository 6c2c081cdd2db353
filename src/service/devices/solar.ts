import { randomFor } from '../random.ts';
import { feedInLimitW } from '../../domain/command-rules.ts';
import { isoInstant } from '../../domain/instant.ts';

/** The properties that limit the output of a plant. */
export interface SolarPlace {
  id: string;
  /** Degrees, north positive. */
  latitude: number;
  /** Degrees, east positive. */
  longitude: number;
}

/** Settings of a plant from Commands. */
export interface PlantOutput {
  /** False after Disconnect, until Reset. */
  connected: boolean;
  /** Feed-in limit in W; null: no limit. */
  limitW: number | null;
}

/** A Command that the plant carried out. */
export interface PlantControl {
  type: string;
  value: string | null;
}

const DAY = 86_400_000;
const RADIANS = Math.PI / 180;
/** Midnight of 1 January 2000 in UTC: the epoch of the sun's angles. */
const EPOCH_MS = 946_684_800_000;

/**
 * Sine of the sun's elevation above the horizon: 1 overhead, 0 at sunrise, negative at night. Declination
 * and equation of time after the Astronomical Almanac's low-precision formulas (about 0.01 degrees).
 * @param atMs milliseconds since the epoch
 */
export function sunHeight(latitude: number, longitude: number, atMs: number): number {
  const days = (atMs - EPOCH_MS) / DAY - 0.5;
  const meanLongitude = (280.46 + 0.9856474 * days) * RADIANS;
  const anomaly = (357.528 + 0.9856003 * days) * RADIANS;
  const ecliptic =
    meanLongitude + (1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * RADIANS;
  const obliquity = (23.439 - 0.0000004 * days) * RADIANS;
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(ecliptic));
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(ecliptic), Math.cos(ecliptic));
  const sidereal = (280.46062 + 360.98564737 * days + longitude) * RADIANS;
  const hourAngle = sidereal - ascension;
  const north = latitude * RADIANS;
  return (
    Math.sin(north) * Math.sin(declination) +
    Math.cos(north) * Math.cos(declination) * Math.cos(hourAngle)
  );
}

/** Peak power of a plant, in W: a roof, or a part of a park. */
export function peakW(seed: number, id: string): number {
  return randomFor(seed, 'peak', id).pick([30_000, 50_000, 60_000, 100_000]);
}

/**
 * Available power of a plant at an instant, in W: it follows the sun, dimmed by the day's clouds.
 * @param seed of the world; the same seed, plant and instant give the same power
 */
export function availableW(seed: number, plant: SolarPlace, atMs: number): number {
  const height = sunHeight(plant.latitude, plant.longitude, atMs);
  if (height <= 0) return 0;
  const clearness = randomFor(seed, 'sky', plant.id, isoInstant(atMs).slice(0, 10)).between(0.3, 1);
  // The lower the sun, the more air its light passes through (Kasten: 0.7 to the power of air mass 0.678).
  const throughAir = 0.7 ** ((1 / Math.max(height, 0.03)) ** 0.678);
  return Math.round(peakW(seed, plant.id) * clearness * height * (throughAir / 0.7));
}

/** Feed-in of a plant at an instant, in W: at most its limit, nothing while disconnected. */
export function feedInW(
  seed: number,
  plant: SolarPlace,
  output: PlantOutput,
  atMs: number,
): number {
  if (!output.connected) return 0;
  const available = availableW(seed, plant, atMs);
  return output.limitW === null ? available : Math.min(available, output.limitW);
}

/** The state of a plant after its executed Commands, in order. Public facts, "Commands". */
export function plantOutput(controls: readonly PlantControl[]): PlantOutput {
  let output: PlantOutput = { connected: true, limitW: null };
  for (const { type, value } of controls) {
    if (type === 'Reset') output = { connected: true, limitW: null };
    else if (type === 'Disconnect') output = { ...output, connected: false };
    else if (type === 'StopFeedIn') output = { ...output, limitW: 0 };
    else if (type === 'LimitFeedIn') output = { ...output, limitW: feedInLimitW(value ?? '') };
  }
  return output;
}
