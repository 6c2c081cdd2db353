import Box from '@mui/material/Box';
import { zoneDataNote } from '../../domain/planned-time.ts';

/** Says that the server's zone data differs from what was confirmed for a planned Command. */
export function ZoneDataNote({ item }: { item: Parameters<typeof zoneDataNote>[0] }) {
  const note = zoneDataNote(item);
  return (
    note !== null && (
      <Box component="span" sx={{ display: 'block', color: 'var(--mui-palette-status-amber)' }}>
        {note}
      </Box>
    )
  );
}
