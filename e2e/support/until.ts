import { setTimeout as pause } from 'node:timers/promises';

/** Polls until a condition holds; on failure reports the last value. */
export async function until<T>(
  look: () => Promise<T>,
  isSo: (seen: T) => boolean,
  withinMs = 45_000,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (isSo(seen)) return seen;
    if (Date.now() > deadline) throw new Error(`not in time; last seen: ${JSON.stringify(seen)}`);
    await pause(100);
  }
}
