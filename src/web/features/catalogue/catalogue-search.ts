import { z } from '../../../contract/zod.ts';

/** URL state of the catalogue: a text filter. */
export const CatalogueSearch = z.object({ q: z.string().max(200).optional().catch(undefined) });
