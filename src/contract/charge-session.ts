import { z } from './zod.ts';
import { Instant, Quantity, Unit, Uuid, optional } from './primitives.ts';

/** Energy of a session by tariff register, with its unit. Spec, "Charge Session", charge.total. */
export const EnergyRegisters = z.object({
  t1: optional(z.number()),
  t2: optional(z.number()),
  t3: optional(z.number()),
  t4: optional(z.number()),
  total: optional(z.number()),
  unit: optional(Unit),
});
export type EnergyRegisters = z.infer<typeof EnergyRegisters>;

const SessionPlace = z.object({
  address: optional(z.string()),
  latitude: optional(z.number()),
  longitude: optional(z.number()),
});

const LocationMatch = z.object({
  accuracy: optional(z.number()),
  location: optional(z.object({ id: Uuid, label: optional(z.string()) })),
});

/** Measured values. `start` and `end` under `charge` are usually a state of charge in %. */
export const ChargeSessionData = z.object({
  start: optional(Instant),
  end: optional(Instant),
  charge: optional(
    z.object({
      averagePower: optional(Quantity),
      start: optional(Quantity),
      end: optional(Quantity),
      total: optional(EnergyRegisters),
    }),
  ),
  location: optional(SessionPlace),
  locationMatches: optional(z.array(LocationMatch)),
  range: optional(z.object({ start: optional(Quantity), end: optional(Quantity) })),
});
export type ChargeSessionData = z.infer<typeof ChargeSessionData>;

/** A charging record. Spec, "Charge Session (Charging Record)". */
export const ChargeSession = z.object({
  id: Uuid,
  entityId: optional(Uuid),
  created: optional(Instant),
  data: optional(ChargeSessionData),
});
export type ChargeSession = z.infer<typeof ChargeSession>;
