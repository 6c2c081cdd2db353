import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { JobItemState, type Job } from '../../../contract/console/job.ts';
import { jobQuery } from '../../api/jobs.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { TallyTile } from '../../components/status/tally-tile.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import type { BulkRunSearch } from './bulk-search.ts';
import { JobItems } from '../jobs/job-items.tsx';
import { changeTitle, countOf, ITEM_LOOKS, stateLabel } from '../jobs/job-labels.ts';
import { JobProgress } from '../jobs/job-progress.tsx';
import { RunActions } from './bulk-actions.tsx';

interface BulkRunPageProps {
  runId: string;
  search: BulkRunSearch;
  onSearch: (change: Partial<BulkRunSearch>) => void;
}

/** One bulk change: its progress and the outcome for each Entity. */
export function BulkRunPage({ runId, search, onSearch }: BulkRunPageProps) {
  const query = useQuery(jobQuery(runId));
  const { data } = query;
  const above = <AppLink to="/bulk">Bulk</AppLink>;
  if (data === undefined) {
    return (
      <>
        <PageHeader title="Bulk change" above={above} />
        <ReadBlock read={query} what="the bulk change" height={160} />
      </>
    );
  }
  const { job: run } = data;
  const title = `${changeTitle(run.change)}: ${countOf(run.change, run.total)}`;
  return (
    <>
      <PageHeader
        title={title}
        documentTitle={`${title} · Bulk`}
        above={above}
        fresh={<AsOf read={query} what="the bulk change" />}
      >
        <RunFacts run={run} />
      </PageHeader>
      <Section title="Progress">
        <JobProgress job={run} />
        <Tiles run={run} search={search} onSearch={onSearch} />
        <RunActions run={run} />
      </Section>
      <Section
        title={
          search.state === undefined || search.state === 'problems'
            ? 'Results'
            : `Results: ${stateLabel(run.change, search.state).toLowerCase()}`
        }
      >
        <JobItems key={search.state} job={run} state={search.state} />
      </Section>
    </>
  );
}

function RunFacts({ run }: { run: Job }) {
  return (
    <>
      <span>
        Started <DateTimeText instant={run.createdAt} /> by {run.operatorName}
      </span>
      {run.chosenBy !== null && <span>Chosen: {run.chosenBy}</span>}
      {run.from !== null && (
        <span>
          {run.from.how === 'back' ? 'Sets back ' : 'Tries again after '}
          <AppLink to="/bulk/$runId" params={{ runId: run.from.runId }}>
            an earlier run
          </AppLink>
        </span>
      )}
      {run.reason !== null && <span>Reason: {run.reason}</span>}
    </>
  );
}

function Tiles({ run, search, onSearch }: { run: Job } & Omit<BulkRunPageProps, 'runId'>) {
  const shown = JobItemState.options.filter(
    (state) =>
      run.counts[state] > 0 || state === search.state || state === 'done' || state === 'refused',
  );
  return (
    <Box
      component="fieldset"
      aria-label="Show only one result"
      sx={{
        border: 0,
        p: 0,
        m: 0,
        mt: 1.5,
        minWidth: 0,
        display: 'grid',
        gap: 1,
        gridTemplateColumns: 'repeat(auto-fill, minmax(168px, 1fr))',
      }}
    >
      {shown.map((state) => (
        <TallyTile
          key={state}
          label={stateLabel(run.change, state)}
          {...ITEM_LOOKS[state]}
          count={run.counts[state]}
          total={run.total}
          on={search.state === state}
          onToggle={() => onSearch({ state: search.state === state ? undefined : state })}
        />
      ))}
    </Box>
  );
}
