import { Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';

/** What the page of a new report keeps in its URL. */
export const DefineSearch = z.object({
  /** What is chosen, as `linkOf` writes it. */
  d: z.string().max(8000).optional().catch(undefined),
  /** The saved definition that it is made of; alone: exactly that one. */
  saved: Uuid.optional().catch(undefined),
  /** A run whose definition is taken, where that is too long for an address. */
  run: Uuid.optional().catch(undefined),
});
export type DefineSearch = z.infer<typeof DefineSearch>;

/** One text for a search, to tell whether two are the same. */
export function searchKey({ d, saved, run }: DefineSearch): string {
  return JSON.stringify([d ?? null, saved ?? null, run ?? null]);
}
