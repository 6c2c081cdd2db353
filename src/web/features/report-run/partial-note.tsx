import Box from '@mui/material/Box';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { toneColor, toneGround } from '../../theme/status.ts';
import { lateMessage, partialMessage } from './run-labels.ts';

/** Explains above figures why they are partial, or what they lack. */
export function PartialNote({
  run,
}: {
  run: Pick<ReportRun, 'state' | 'progress' | 'definition'>;
}) {
  const messages = [partialMessage(run), lateMessage(run)].filter((message) => message !== null);
  if (messages.length === 0) return null;
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
      {messages.join(' ')}
    </Box>
  );
}
