import { Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';

/** URL state of the page of a new report. */
export const DefineSearch = z.object({
  /** The form, as written by `linkOf`. */
  d: z.string().max(8000).optional().catch(undefined),
  /** The saved definition that it is based on; alone: exactly that one. */
  saved: Uuid.optional().catch(undefined),
  /** A run whose definition is used, if it is too long for an address. */
  run: Uuid.optional().catch(undefined),
});
export type DefineSearch = z.infer<typeof DefineSearch>;

/** A search as text, to compare two. */
export function searchKey({ d, saved, run }: DefineSearch): string {
  return JSON.stringify([d ?? null, saved ?? null, run ?? null]);
}
