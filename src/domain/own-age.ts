import { instantMs } from './instant.ts';

/** Ages that differ by less than this look the same to a reader, in ms. */
const ONE_MOMENT_MS = 60_000;

/**
 * Whether something on a page is so much older than the page that it shows its own age.
 * @param readAt ISO 8601; null: nothing was read, so there is no age
 * @param asOf of the page, ISO 8601
 */
export function hasOwnAge(readAt: string | null, asOf: string): readAt is string {
  const [read, page] = [instantMs(readAt), instantMs(asOf)];
  return read !== null && page !== null && page - read > ONE_MOMENT_MS;
}
