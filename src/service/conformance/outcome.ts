/** The statement is not true; the message says what was seen. */
export class Differs extends Error {
  override name = 'Differs';
}

/** The statement could not be tried; the message says why. */
export class NotTried extends Error {
  override name = 'NotTried';
}

/** Throws {@link Differs} unless a condition holds. */
export function must(condition: boolean, seen: string): void {
  if (!condition) throw new Differs(seen);
}

/** A value for a table: short, and on one line. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= 160 ? line : `${line.slice(0, 160)}…`;
}

/** Throws {@link Differs} unless two values are the same as JSON. */
export function mustEqual(seen: unknown, expected: unknown, what: string): void {
  must(
    JSON.stringify(seen) === JSON.stringify(expected),
    `${what}: ${shown(seen)}, expected ${shown(expected)}`,
  );
}
