/** A number in the digits of an id. */
export function digits(value: number, count: number): string {
  return String(value).padStart(count, '0');
}

/** The id of an Entity of the made-up Service encodes its number of sessions. */
export function entityId(sessions: number, at: number): string {
  return `0f7b7c1e-6f0f-4f7e-9a53-${digits(sessions % 10_000, 4)}${digits(at, 8)}`;
}
