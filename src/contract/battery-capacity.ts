import { z } from './zod.ts';
import { optional } from './primitives.ts';

/** Capacity in an answer; the unit is not documented (kWh by convention). Spec, "Battery capacity". */
export const BatteryCapacity = z.object({ batteryCapacity: optional(z.number()) });
export type BatteryCapacity = z.infer<typeof BatteryCapacity>;

/** Capacity in a request. Spec, "Battery capacity", PUT. */
export const BatteryCapacityChange = z.object({ batteryCapacity: z.number() });
export type BatteryCapacityChange = z.infer<typeof BatteryCapacityChange>;

/** Above this a typing mistake is more likely than a real battery; the console refuses it. */
export const CAPACITY_LIKELY_MAX = 100_000;
