import { z } from './zod.ts';
import { optional } from './primitives.ts';

/** Known Entity types. Public facts, "Other"; the specification shows Battery. */
export const ENTITY_TYPES = [
  'Battery',
  'ChargePoint',
  'EV',
  'HeatPump',
  'Inverter',
  'Meter',
  'RetrofitMeter',
  'SolarPlant',
] as const;
export type EntityTypeName = (typeof ENTITY_TYPES)[number];

/** A type that can be onboarded, with its brands. Spec, "Entity type (onboarding)". */
export const EntityType = z.object({
  type: z.string(),
  brands: optional(z.array(z.string())),
});
export type EntityType = z.infer<typeof EntityType>;
