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

const count = (number: number) => formatCount(number, 'Entity', 'Entities');

/** Starts, stops and shows reading. Nothing is read without asking: it can be a lot. */
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
              : `Read the ${count(missing.length)} missing`}
          </Button>
        )}
        {done > 0 && (
          <Button variant="outlined" color="inherit" onClick={() => run.read(all)}>
            Read all {count(all.length)} again
          </Button>
        )}
        {done > 0 && missing.length > 0 && (
          <Live>
            Stopped: {formatNumber(done)} of {count(entities.length)} read, so the figures below are
            partial.
          </Live>
        )}
      </Box>
      {done === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ maxWidth: '80ch' }}>
          The Service lists charge sessions per Entity, so each Entity is read, at most four at a
          time. Results are kept while this console is open. For many Entities or long periods, run
          a report.
        </Typography>
      )}
    </Box>
  );
}
