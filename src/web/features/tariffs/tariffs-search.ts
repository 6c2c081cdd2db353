import { Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';
import { address } from '../../components/list/address.ts';

/** URL state of the page of tariffs; empty: the list. */
export const TariffsSearch = address({
  /** The tariff to edit, or a new one. */
  edit: z.union([z.literal('new'), Uuid]),
});
export type TariffsSearch = z.infer<typeof TariffsSearch>;
