import Typography from '@mui/material/Typography';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { Live } from '../../components/live.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { progressMessage, remainingMessage, sourceMessage } from './run-labels.ts';

/** Progress of a run: Entities, sessions, requested reads, and the time left. */
export function RunProgress({ run }: { run: ReportRun }) {
  const { progress, state } = run;
  const { total, done, failed } = progress.entities;
  const remaining = state === 'running' ? remainingMessage(progress) : null;
  return (
    <>
      <Live>
        <Typography variant="body2">
          {progressMessage(run)} {remaining}
        </Typography>
      </Live>
      {state !== 'complete' && (
        <ProgressBar label="Entities processed" done={done + failed} total={total} />
      )}
      <Typography variant="body2" color="textSecondary">
        {sourceMessage(run)}
      </Typography>
    </>
  );
}
