const DAY = 32;
const MIDDLE = 'color-mix(in srgb, var(--mui-palette-primary-main) 14%, transparent)';

/** The calendar in the console's look. */
export const periodStyles = {
  fontSize: '0.8125rem',
  '& .rdp-root': { position: 'relative' },
  '& .rdp-months': { display: 'flex', gap: 2.5, position: 'relative' },
  '& .rdp-nav': {
    position: 'absolute',
    top: 0,
    left: 0,
    right: 0,
    display: 'flex',
    justifyContent: 'space-between',
    '& button': { mx: 0 },
  },
  '& .rdp-month_caption': {
    height: DAY,
    display: 'grid',
    placeItems: 'center',
    fontWeight: 600,
  },
  '& .rdp-month': { flex: 1 },
  '& .rdp-month_grid': { borderCollapse: 'collapse', width: '100%' },
  // Days of the months before and after.
  '& .rdp-hidden': { visibility: 'hidden', '&&': { background: 'none' } },
  '& .rdp-weekday': { height: 28, fontWeight: 400, color: 'text.secondary', fontSize: '0.75rem' },
  '& .rdp-day': { p: 0, height: DAY, width: DAY },
  '& button': {
    font: 'inherit',
    color: 'inherit',
    width: DAY,
    height: DAY,
    mx: 'auto',
    p: 0,
    border: 0,
    borderRadius: 1,
    bgcolor: 'transparent',
    cursor: 'pointer',
    display: 'grid',
    placeItems: 'center',
    '&:hover': { bgcolor: 'action.hover' },
    '&:focus-visible': { outlineOffset: -2 },
  },
  '& .rdp-chevron': { width: 16, height: 16, fill: 'currentColor' },
  '& .rdp-today button': { fontWeight: 600, color: 'primary.main' },
  '& .rdp-outside button': { color: 'text.secondary' },
  '& .rdp-range_middle': { bgcolor: MIDDLE },
  '& .rdp-range_start:not(.rdp-range_end)': {
    background: `linear-gradient(90deg, transparent 50%, ${MIDDLE} 50%)`,
  },
  '& .rdp-range_end:not(.rdp-range_start)': {
    background: `linear-gradient(270deg, transparent 50%, ${MIDDLE} 50%)`,
  },
  '& .rdp-range_start button, & .rdp-range_end button': {
    bgcolor: 'primary.main',
    color: 'primary.contrastText',
    '&:hover': { bgcolor: 'primary.main' },
    '&:focus-visible': { outlineOffset: 2 },
  },
} as const;
