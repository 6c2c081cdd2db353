import Box from '@mui/material/Box';

/** Marks an Entity that got a Command without being a known member of the Collective at the send. */
export function AlsoCommandedMark() {
  return (
    <Box
      component="span"
      title="The answer of the Service named it; at the send it was no known member of the Collective."
      sx={{
        ml: 0.75,
        px: 0.5,
        border: 1,
        borderColor: 'var(--mui-palette-status-amber)',
        borderRadius: 0.75,
        color: 'var(--mui-palette-status-amber)',
        fontSize: '0.6875rem',
        fontWeight: 600,
        whiteSpace: 'nowrap',
      }}
    >
      also commanded
    </Box>
  );
}
