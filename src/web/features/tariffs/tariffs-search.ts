import { Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';

/** What the page of tariffs keeps in its URL: nothing is the list. */
export const TariffsSearch = z.object({
  /** A tariff that is changed, or a new one. */
  edit: z
    .union([z.literal('new'), Uuid])
    .optional()
    .catch(undefined),
  /** A tariff whose versions are looked at. */
  versions: Uuid.optional().catch(undefined),
});
export type TariffsSearch = z.infer<typeof TariffsSearch>;
