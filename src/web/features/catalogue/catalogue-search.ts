import { z } from '../../../contract/zod.ts';
import { address } from '../../components/list/address.ts';

/** URL state of the catalogue: a text filter. */
export const CatalogueSearch = address({ q: z.string().max(200) });
export type CatalogueSearch = z.infer<typeof CatalogueSearch>;
