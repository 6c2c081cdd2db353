import { Instant, Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { FACT_CHOICES, FLEET_RESOURCES } from './choices.ts';
import { RecentEnergy } from './fleet-facts.ts';

const Count = z.int().nonnegative();

/** When something was read, and whether that is stale. */
const read = { readAt: Instant, isStale: z.boolean() };

/** What lists show of an Entity beside its record. Null: never read as a whole, or none known. */
export const EntityFacts = z.object({
  /** When its Commands were read as a whole; null: never, which is not none. */
  commandsAt: Instant.nullable(),
  /** The newest Command that is due. */
  last: z
    .object({
      verdict: z.string(),
      type: z.string().nullable(),
      /** Null: the Service does not say. */
      at: Instant.nullable(),
      /** Whether this console sent it. */
      isOurs: z.boolean(),
    })
    .nullable(),
  /**
   * When its device was last seen: a session ended, or it answered a Command. In the future if its clock is
   * ahead.
   */
  seenAt: Instant.nullable(),
  /** From when on its sessions were read; an unread, earlier one may still be its last. Null: never. */
  sessionsFrom: Instant.nullable(),
  /** It had sessions, but none for `SILENT_DAYS`. */
  isSilent: z.boolean(),
  /** By days of its site. Null: its sessions were never read as a whole. */
  energy: RecentEnergy.extend(read).nullable(),
  /** Null: never read. A value of null: the Service has none. */
  capacity: z.object({ value: z.number().nullable(), ...read }).nullable(),
  /** Null: never read. A value of null: the Entity does not have this feature. */
  capture: z.object({ isOn: z.boolean().nullable(), ...read }).nullable(),
  /** Its first Location: the label, or the coordinates. */
  place: z.string().nullable(),
  planned: z.object({ type: z.string().nullable(), at: Instant }).nullable(),
  /** Resources whose last read gave nothing, and why the first of them failed. */
  failing: z.object({ count: Count, message: z.string() }).nullable(),
  /** Resources whose last read was partial, and what the first of them left out. */
  partial: z
    .object({ count: Count, message: z.string(), of: z.array(z.enum(FLEET_RESOURCES)) })
    .nullable(),
  /** The oldest last read of its resources; null: none was read. */
  readAt: Instant.nullable(),
});
export type EntityFacts = z.infer<typeof EntityFacts>;

/** Filters by facts; each has one value. */
export const FACT_FILTERS = {
  /** The derived status of the last Command. */
  outcome: z.string().min(1).max(40).optional(),
  capacity: z.enum(FACT_CHOICES.capacity).optional(),
  capture: z.enum(FACT_CHOICES.capture).optional(),
  place: z.enum(FACT_CHOICES.place).optional(),
  reads: z.enum(FACT_CHOICES.reads).optional(),
  silent: z.literal('1').optional(),
  planned: z.literal('1').optional(),
} as const;

/** A part of the facts of all listed Entities, for files; without the days of their energy. */
export const EntityFactsPart = z.object({
  entities: z.array(z.object({ id: Uuid, facts: EntityFacts })),
  /** The id after which the next part begins; null: this was the last one. */
  next: Uuid.nullable(),
  asOf: Instant,
});
export type EntityFactsPart = z.infer<typeof EntityFactsPart>;
