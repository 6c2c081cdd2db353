import Box from '@mui/material/Box';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { toneColor, toneGround } from '../../theme/status.ts';
import { partialWords } from './run-words.ts';

/** Says over figures why they are not all there are. */
export function PartialNote({ run }: { run: ReportRun }) {
  const words = partialWords(run);
  if (words === null) return null;
  return (
    <Box
      role="note"
      sx={{
        px: 1.5,
        py: 0.75,
        mb: 2,
        borderLeft: 3,
        borderColor: toneColor('amber'),
        background: toneGround({ tone: 'amber', look: 'soft' }),
        fontSize: '0.8125rem',
      }}
    >
      {words}
    </Box>
  );
}
