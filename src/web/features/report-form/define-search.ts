import { Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';
import { address } from '../../components/list/address.ts';

/** URL state of the page of a new report. */
export const DefineSearch = address({
  /** The form, as written by `linkOf`. */
  d: z.string().max(8000),
  /** The saved definition that it is based on; alone: exactly that one. */
  saved: Uuid,
  /** A run whose definition is used, if it is too long for an address. */
  run: Uuid,
});
export type DefineSearch = z.infer<typeof DefineSearch>;

/** A search as text, to compare two. */
export function searchKey({ d, saved, run }: DefineSearch): string {
  return JSON.stringify([d ?? null, saved ?? null, run ?? null]);
}
