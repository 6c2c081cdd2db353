import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { errorText } from '../../api/errors.ts';
import type { SessionsRead } from '../../api/charge-sessions.ts';
import { EntityLink } from '../../components/entity-name.tsx';
import type { Run } from './use-sessions-read.ts';

/** Maximum number of listed failures; the others are counted. */
const SHOWN = 50;

/** Why an Entity was not fully read: the console's message, then the server's. */
function reason(reading: SessionsRead | undefined): string {
  if (reading === undefined) return '';
  if (reading.looped) return 'The Service returned the same page twice, so reading stopped.';
  const { title, serverMessages } = errorText(reading.error);
  return [title, ...serverMessages].join(': ');
}

interface FailuresProps {
  ids: readonly string[];
  names: ReadonlyMap<string, string | null>;
  run: Run;
  total: number;
}

/** The Entities that could not be fully read, each with the reason, and a retry button. */
export function Failures({ ids, names, run, total }: FailuresProps) {
  return (
    <Box component="section" aria-label="Entities not fully read">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 0.75 }}>
        <Typography variant="h3" component="h3">
          {formatCount(total, 'Entity', 'Entities')} not fully read
        </Typography>
        <Button
          variant="outlined"
          color="inherit"
          disabled={run.reading}
          onClick={() => run.read(ids)}
        >
          Try {total === 1 ? 'it' : `these ${formatNumber(total)}`} again
        </Button>
      </Box>
      <Box component="ul" sx={{ m: 0, pl: 2.5, fontSize: '0.8125rem' }}>
        {ids.slice(0, SHOWN).map((id) => {
          const kept = run.readings.get(id)?.sessions.length ?? 0;
          return (
            <li key={id}>
              <EntityLink id={id} name={names.get(id) ?? null} /> · {reason(run.readings.get(id))}
              {kept > 0 && ` ${formatCount(kept, 'session', 'sessions')} of it are counted.`}
            </li>
          );
        })}
      </Box>
      {total > SHOWN && (
        <Typography variant="body2">and {formatNumber(total - SHOWN)} more</Typography>
      )}
    </Box>
  );
}
