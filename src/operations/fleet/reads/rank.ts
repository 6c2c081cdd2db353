/**
 * The order of reads: requested ones, then those due by policy, then history. Of the requested ones the newest
 * request goes first, since somebody waits for it.
 */
export const RANK = { asked: 0, policy: 1, history: 2 } as const;
