import { Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';

/** URL state of the page of tariffs; empty: the list. */
export const TariffsSearch = z.object({
  /** The tariff to edit, or a new one. */
  edit: z
    .union([z.literal('new'), Uuid])
    .optional()
    .catch(undefined),
  /** The tariff whose versions are shown. */
  versions: Uuid.optional().catch(undefined),
});
export type TariffsSearch = z.infer<typeof TariffsSearch>;
