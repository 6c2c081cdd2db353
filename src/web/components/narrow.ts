/** Media query for phone width. */
export const NARROW = '(max-width:699.95px)';
