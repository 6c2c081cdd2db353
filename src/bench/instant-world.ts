/** Number of Collectives of the instant Service. */
export const COLLECTIVES = 50;
export const MEMBERS = 10;
/** Number of larger ones after these, more than dispatch at once, and the size of each. */
export const LARGE = 40;
export const LARGE_MEMBERS = 100;

/** A number in the digits of an id. */
export function digits(value: number, count = 12): string {
  return String(value).padStart(count, '0');
}

/** The id of an Entity of a report encodes its number of sessions. */
export function reportEntityId(sessions: number, at: number): string {
  return `0f7b7c1e-6f0f-4f7e-9a53-${digits(sessions % 10_000, 4)}${digits(at, 8)}`;
}

/** Number of sessions of an Entity: as its id says, or one page. */
export function sessionsOf(id: string): number {
  return id.startsWith('0f') ? Number(id.slice(24, 28)) || 10_000 : 25;
}

/** @param at index of the Collective */
export function collectiveId(at: number): string {
  return `3f7b7c1e-6f0f-4f7e-9a53-${digits(at)}`;
}

/** @param collective its index @param at index of the Entity in it */
export function memberId(collective: number, at: number): string {
  const small = Math.min(collective, COLLECTIVES) * MEMBERS;
  const large = Math.max(collective - COLLECTIVES, 0) * LARGE_MEMBERS;
  return `4f7b7c1e-6f0f-4f7e-9a53-${digits(small + large + at)}`;
}

/** Number of Entities of a Collective. */
export function sizeOf(collective: number): number {
  return collective < COLLECTIVES ? MEMBERS : LARGE_MEMBERS;
}

/**
 * The whole directory, in the format of the import.
 * @param others number of Entities outside of these Collectives
 */
export function instantDirectory(others: number) {
  const numbers = Array.from({ length: COLLECTIVES + LARGE }, (_, at) => at);
  const members = (collective: number) =>
    Array.from({ length: sizeOf(collective) }, (_, at) => memberId(collective, at));
  return {
    collectives: numbers.map((at) => ({
      id: collectiveId(at),
      name: `Collective ${at}`,
      entities: members(at),
    })),
    entities: [
      ...numbers.flatMap(members),
      ...Array.from({ length: others }, (_, at) => memberId(COLLECTIVES + LARGE, at)),
    ].map((id) => ({ id, name: `Entity ${id.slice(-6)}`, type: 'EV' })),
  };
}
