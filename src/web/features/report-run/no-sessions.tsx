import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { formatCount } from '../../../domain/format.ts';
import { EmptyState } from '../../components/empty-state.tsx';

interface NoSessionsProps {
  run: Pick<ReportRun, 'state' | 'progress'>;
  /** Opens the exceptions; absent: there is no such page. */
  onExceptions?: () => void;
}

/** Shown instead of figures if there are no sessions. */
export function NoSessions({ run, onExceptions }: NoSessionsProps) {
  const { entities, sessions } = run.progress;
  const read = `${formatCount(entities.done, 'Entity was', 'Entities were')} read`;
  const why = onExceptions === undefined ? '' : '; the exceptions say why';
  return (
    <EmptyState
      title={
        run.state === 'complete'
          ? 'No session belongs to this period.'
          : 'No sessions of this period have been read yet.'
      }
    >
      <Typography variant="body2">
        {read}.{' '}
        {sessions === 0
          ? 'The Service lists no sessions around it.'
          : `The Service lists ${formatCount(sessions, 'session', 'sessions')} around it, which belong to no total${why}.`}
      </Typography>
      {onExceptions !== undefined && (
        <Button
          variant="outlined"
          color="inherit"
          onClick={onExceptions}
          sx={{ justifySelf: 'start' }}
        >
          Show the exceptions
        </Button>
      )}
    </EmptyState>
  );
}
