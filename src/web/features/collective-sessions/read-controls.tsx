import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { DirectoryEntity } from '../../../contract/console/directory.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { Live } from '../../components/live.tsx';
import type { Run } from './use-sessions-read.ts';

interface ReadControlsProps {
  entities: readonly DirectoryEntity[];
  run: Run;
}

const count = (number: number) => formatCount(number, 'entity', 'entities');

/** Starts the reading, says how far it is, and stops it. Nothing is read unasked: it can be much. */
export function ReadControls({ entities, run }: ReadControlsProps) {
  const missing = entities.filter(({ id }) => !run.readings.has(id)).map(({ id }) => id);
  const done = entities.length - missing.length;
  const all = entities.map(({ id }) => id);
  if (run.reading) {
    return (
      <Box sx={{ display: 'grid', gap: 0.75 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
          <Live>
            Reading: {formatNumber(done)} of {count(entities.length)}
          </Live>
          <Button variant="outlined" color="inherit" onClick={run.stop}>
            Stop reading
          </Button>
        </Box>
        <LinearProgress
          variant="determinate"
          value={(done / entities.length) * 100}
          aria-label="Reading the charge sessions"
          sx={{ height: 4 }}
        />
      </Box>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        {missing.length > 0 && (
          <Button variant="contained" onClick={() => run.read(missing)}>
            {done === 0
              ? `Read the sessions of ${count(missing.length)}`
              : `Read the ${count(missing.length)} that are missing`}
          </Button>
        )}
        {done > 0 && (
          <Button variant="outlined" color="inherit" onClick={() => run.read(all)}>
            Read all {count(all.length)} again
          </Button>
        )}
        {done > 0 && missing.length > 0 && (
          <Live>
            Stopped: {formatNumber(done)} of {count(entities.length)} read, what follows is partial.
          </Live>
        )}
      </Box>
      {done === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ maxWidth: '80ch' }}>
          The Service tells charge sessions per Entity, so each one is asked, at most four at the
          same time. What was read stays while this console is open. This is a look at one
          Collective and one period, no report: for many Entities over long times it takes as long
          as it takes.
        </Typography>
      )}
    </Box>
  );
}
