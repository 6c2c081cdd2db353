/** Number of Collectives of the instant Service. */
export const COLLECTIVES = 50;
export const MEMBERS = 10;

const digits = (value: number): string => String(value).padStart(12, '0');

/** @param at index, 0 to 49 */
export function collectiveId(at: number): string {
  return `3f7b7c1e-6f0f-4f7e-9a53-${digits(at)}`;
}

/** @param collective its index @param at index of the Entity in it */
export function memberId(collective: number, at: number): string {
  return `4f7b7c1e-6f0f-4f7e-9a53-${digits(collective * MEMBERS + at)}`;
}

/**
 * The whole directory, in the format of the import.
 * @param others number of Entities outside of these Collectives
 */
export function instantDirectory(others: number) {
  const numbers = Array.from({ length: COLLECTIVES }, (_, at) => at);
  const members = (collective: number) =>
    Array.from({ length: MEMBERS }, (_, at) => memberId(collective, at));
  return {
    collectives: numbers.map((at) => ({
      id: collectiveId(at),
      name: `Collective ${at}`,
      entities: members(at),
    })),
    entities: [
      ...numbers.flatMap(members),
      ...Array.from({ length: others }, (_, at) => memberId(COLLECTIVES, at)),
    ].map((id) => ({ id, name: `Entity ${id.slice(-6)}`, type: 'EV' })),
  };
}
