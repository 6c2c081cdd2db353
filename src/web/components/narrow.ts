/** Media query of a page as narrow as a phone. */
export const NARROW = '(max-width:699.95px)';
