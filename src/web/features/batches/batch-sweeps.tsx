import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { JOB_ROUTES } from '../../../contract/console/job-routes.ts';
import type { Job } from '../../../contract/console/job.ts';
import { formatNumber } from '../../../domain/format.ts';
import { query } from '../../api/query.ts';
import { AsOf } from '../../components/as-of.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Section } from '../../components/section.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import { JobItems } from '../jobs/job-items.tsx';
import { tallyLabel } from '../jobs/job-labels.ts';
import { JobControl, JobProgress } from '../jobs/job-progress.tsx';

/** The cancellations of a batch: what was canceled, what was not and why. Nothing if there are none. */
export function BatchSweeps({ dispatchId }: { dispatchId: string }) {
  const sweeps = useQuery(query(JOB_ROUTES.sweeps, { params: { id: dispatchId } }));
  if (sweeps.data === undefined) {
    return sweeps.error === null ? null : (
      <Section title="Canceling">
        <ErrorPanel
          what="The cancellations could not be read"
          error={sweeps.error}
          onRetry={() => void sweeps.refetch()}
          retrying={sweeps.isFetching}
        />
      </Section>
    );
  }
  if (sweeps.data.jobs.length === 0) return null;
  return (
    <Section title="Canceling" aside={<AsOf read={sweeps} what="the cancellations" />}>
      {sweeps.data.jobs.map((job) => (
        <SweepBlock key={job.id} job={job} />
      ))}
    </Section>
  );
}

/** One cancellation; its Commands are listed on demand. */
function SweepBlock({ job }: { job: Job }) {
  const [shown, setShown] = useState<'all' | 'problems' | null>(null);
  const { refused, unknown } = job.counts;
  const problems = refused + unknown + job.counts['too-late'];
  const toggle = (which: 'all' | 'problems', label: string) => (
    <Button
      color="inherit"
      aria-expanded={shown === which}
      onClick={() => setShown(shown === which ? null : which)}
    >
      {shown === which ? 'Hide them' : label}
    </Button>
  );
  return (
    <Box component="section" aria-label="Cancellation" sx={{ py: 1 }}>
      <JobProgress job={job} />
      <Typography variant="body2">{tallyLabel(job)}</Typography>
      <Typography variant="body2" color="textSecondary">
        Started <DateTimeText instant={job.createdAt} /> by {job.operatorName}
        {job.reason !== null && <>, reason: “{job.reason}”</>}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, mt: 0.5, flexWrap: 'wrap', alignItems: 'center' }}>
        {job.state !== 'done' && <JobControl job={job} />}
        {toggle('all', 'Show the Commands')}
        {problems > 0 && toggle('problems', `Show ${formatNumber(problems)} not canceled`)}
      </Box>
      {shown !== null && (
        <Box sx={{ mt: 1 }}>
          <JobItems key={shown} job={job} state={shown === 'all' ? undefined : shown} />
        </Box>
      )}
    </Box>
  );
}
