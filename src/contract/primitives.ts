import { beginningOf, oneLine } from '../lib/well-formed.ts';
import { z } from './zod.ts';

/** An identifier: UUID in text form, any version, lower-cased so that two spellings compare equal. Spec, introduction. */
export const Uuid = z.guid().toLowerCase();

/**
 * An ISO 8601 instant. The specification says UTC; an offset is tolerated, and a missing one means
 * UTC. The text is kept unchanged. Spec, introduction.
 */
export const Instant = z.iso.datetime({ offset: true, local: true });

/** A calendar day, YYYY-MM-DD, in a zone given elsewhere. */
export const PlainDate = z.iso.date();

/** Marks a field that is nullable or not required by the specification: absent becomes null. */
export function optional<S extends z.ZodType>(schema: S) {
  return schema.nullable().default(null);
}

/** The longest unit, in characters. */
const UNIT_MAX = 40;

/** A unit as reported, but for what cannot be seen: two spellings that look alike are one unit. */
export const Unit = z.string().overwrite((told) => beginningOf(oneLine(told), UNIT_MAX));

/** A number with its unit, as devices report it. The allowed units are not documented: they are data. */
export const Quantity = z.object({
  unit: optional(Unit),
  value: optional(z.number()),
});
export type Quantity = z.infer<typeof Quantity>;

/** Title and description of a failed Command or verification. Spec, "Command". */
export const TitledError = z.object({
  title: optional(z.string()),
  description: optional(z.string()),
});
export type TitledError = z.infer<typeof TitledError>;
