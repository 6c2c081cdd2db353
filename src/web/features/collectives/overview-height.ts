/** Height of the Overview tab, so that nothing jumps when it has been read, in px. */
export const OVERVIEW_HEIGHT = 560;
