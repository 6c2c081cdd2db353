import { z } from './zod.ts';
import { optional } from './primitives.ts';

/** Capacity as answered; the unit is not shown (kWh by convention). Spec, "Battery capacity". */
export const BatteryCapacity = z.object({ batteryCapacity: optional(z.number()) });
export type BatteryCapacity = z.infer<typeof BatteryCapacity>;

/** Capacity as set. Spec, "Battery capacity", PUT. */
export const BatteryCapacityChange = z.object({ batteryCapacity: z.number() });
export type BatteryCapacityChange = z.infer<typeof BatteryCapacityChange>;

/** Above this a typing mistake is likelier than a battery; the console sends none. */
export const CAPACITY_LIKELY_MAX = 100_000;
