import { z } from '../../../contract/zod.ts';

/** What the catalogue keeps in its URL: a text filter. */
export const CatalogueSearch = z.object({ q: z.string().max(200).optional().catch(undefined) });
