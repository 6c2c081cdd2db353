import { z } from './zod.ts';
import { Uuid } from './primitives.ts';

/**
 * A place of an Entity. All four fields are required, the label may be null; other properties are
 * refused. Coordinates outside the valid range are kept and flagged. Spec, "Entity Location".
 */
export const Location = z.strictObject({
  id: Uuid,
  label: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
});
export type Location = z.infer<typeof Location>;
