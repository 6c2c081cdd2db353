/** The label around a radio button as a card; the chosen one is tinted. */
export const choiceStyle = {
  alignItems: 'baseline',
  py: 1,
  px: 1.25,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  cursor: 'pointer',
  '&:hover': { borderColor: 'text.secondary' },
  '&:has(:checked)': {
    borderColor: 'primary.main',
    bgcolor: 'color-mix(in srgb, var(--mui-palette-primary-main) 7%, transparent)',
  },
  '& input': { accentColor: 'var(--mui-palette-primary-main)', m: 0 },
} as const;
