/** Why a statement does not hold, beyond the observation. */
interface Grounds {
  /** The specification leaves this open: a fault at the embedded service only. */
  allowed?: boolean;
  /** The underlying cause, if several checks can meet it; it is reported once. */
  root?: string;
}

/** The statement is false; the message is the observation. */
export class Differs extends Error {
  override name = 'Differs';
  readonly allowed: boolean;
  readonly root: string | null;

  constructor(seen: string, { allowed = false, root }: Grounds = {}) {
    super(seen);
    this.allowed = allowed;
    this.root = root ?? null;
  }
}

/** The statement could not be tested; the message is the reason. */
export class NotTried extends Error {
  override name = 'NotTried';
}

/** The run was asked to stop; its changes are reverted first. */
export class Interrupted extends Error {
  override name = 'Interrupted';
}

/** Throws {@link Differs} unless a condition of the specification holds. */
export function must(condition: boolean, seen: string): void {
  if (!condition) throw new Differs(seen);
}

/** Throws {@link Differs} unless a condition holds that the specification leaves open. */
export function may(condition: boolean, seen: string): void {
  if (!condition) throw new Differs(seen, { allowed: true });
}

/** A value for a table: short, on one line. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= 160 ? line : `${line.slice(0, 160)}…`;
}

function unequal(seen: unknown, expected: unknown, what: string): string | null {
  return JSON.stringify(seen) === JSON.stringify(expected)
    ? null
    : `${what}: ${shown(seen)}, expected ${shown(expected)}`;
}

/** Throws {@link Differs} unless two values are equal as JSON, as the specification states. */
export function mustEqual(seen: unknown, expected: unknown, what: string): void {
  const difference = unequal(seen, expected, what);
  must(difference === null, difference ?? '');
}

/** Throws {@link Differs} unless two values are equal as JSON; the specification leaves it open. */
export function mayEqual(seen: unknown, expected: unknown, what: string): void {
  const difference = unequal(seen, expected, what);
  may(difference === null, difference ?? '');
}
