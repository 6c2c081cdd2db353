/** How long something that fails is left alone, in milliseconds. */
interface Pauses {
  /** After the first failure; it doubles with each further one. */
  firstMs: number;
  /** The longest. */
  mostMs: number;
  /** What the other side asks for, which may be longer; absent: nothing. */
  askedMs?: number;
}

/**
 * When something that failed is tried again, in milliseconds since the epoch.
 * @param tries failures in a row so far, at least one
 */
export function retryAt(now: number, tries: number, { firstMs, mostMs, askedMs = 0 }: Pauses) {
  return now + Math.max(Math.min(firstMs * 2 ** Math.min(tries - 1, 30), mostMs), askedMs);
}
