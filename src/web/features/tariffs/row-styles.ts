/** A row of fields below others. */
export const rowStyles = {
  border: 0,
  borderTop: 1,
  borderColor: 'divider',
  m: 0,
  p: 0,
  py: 1,
  minWidth: 0,
  display: 'grid',
  gap: 1,
} as const;

/** Beside the fields, and at the end of their last line on a phone. */
export const removeStyles = {
  justifySelf: { xs: 'end', sm: 'start' },
  alignSelf: 'end',
  gridColumn: { xs: 2, sm: 'auto' },
} as const;
