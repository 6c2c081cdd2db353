/** Style of native inputs and selects in dense rows. */
export const nativeField = {
  font: 'inherit',
  fontSize: '0.8125rem',
  color: 'text.primary',
  colorScheme: 'light dark',
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'color-mix(in srgb, var(--mui-palette-text-secondary) 70%, transparent)',
  borderRadius: 0.75,
  height: 32,
  minWidth: 0,
  px: 0.75,
  boxSizing: 'border-box',
  '&[aria-invalid="true"]': { borderColor: 'error.main' },
} as const;

/** A block that asks for attention without being an error. */
export const noticeStyles = {
  borderLeft: 3,
  borderColor: 'var(--mui-palette-status-amber)',
  bgcolor: 'color-mix(in srgb, var(--mui-palette-status-amber) 8%, transparent)',
  p: 1.5,
  display: 'grid',
  justifyItems: 'start',
  gap: 0.5,
} as const;

/** Announced, not shown. */
export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;
