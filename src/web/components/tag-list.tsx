import Box from '@mui/material/Box';
import { MISSING } from '../../domain/format.ts';

/** Tags side by side. */
export function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return MISSING;
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
      {tags.map((tag) => (
        <Box
          key={tag}
          component="span"
          sx={{ px: 0.75, border: 1, borderColor: 'divider', borderRadius: 1, fontSize: '0.75rem' }}
        >
          {tag}
        </Box>
      ))}
    </Box>
  );
}
