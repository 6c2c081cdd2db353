/** What is read from the fleet store of one Entity, and of one Collective. Without schemas: every page has them. */
export const fleetEntityKeys = {
  entity: ['fleet', 'entity'] as const,
  collective: ['fleet', 'collective'] as const,
};
