/** A row of a panel: a filter, or a value of it. */
export const panelRow = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  width: '100%',
  minHeight: 32,
  px: 1,
  borderRadius: 0.75,
  fontSize: '0.8125rem',
  textAlign: 'left',
  justifyContent: 'flex-start',
  '&:hover': { bgcolor: 'action.hover' },
  '&:focus-visible': { bgcolor: 'action.focus', outlineOffset: -2 },
} as const;

/** The end of a row. */
export const panelRowEnd = {
  ml: 'auto',
  pl: 2,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;
