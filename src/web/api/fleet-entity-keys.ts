/**
 * Keys of fleet store reads for one Entity or one Collective. Without schemas, since every page loads this
 * file.
 */
export const fleetEntityKeys = {
  entity: ['fleet', 'entity'] as const,
  collective: ['fleet', 'collective'] as const,
};
