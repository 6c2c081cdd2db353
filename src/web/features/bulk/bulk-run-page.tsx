import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { BulkItemState, type BulkRun } from '../../../contract/console/bulk.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { Live } from '../../components/live.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { TallyTile } from '../../components/status/tally-tile.tsx';
import { ClockText, DateTimeText } from '../../components/time-text.tsx';
import type { BulkRunSearch } from './bulk-search.ts';
import { changeTitle, ITEM_LOOKS, stateLabel } from './bulk-labels.ts';
import { bulkRun } from './bulk-queries.ts';
import { RunActions } from './bulk-actions.tsx';
import { RunItems } from './bulk-run-items.tsx';

interface RunPageProps {
  runId: string;
  search: BulkRunSearch;
  onSearch: (change: Partial<BulkRunSearch>) => void;
}

/** One bulk change: its progress and the outcome for each Entity. */
export function RunPage({ runId, search, onSearch }: RunPageProps) {
  const query = useQuery(bulkRun(runId));
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
  const { run } = data;
  const title = `${changeTitle(run.change)}: ${formatCount(run.total, 'Entity', 'Entities')}`;
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
        <RunProgress run={run} />
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
        <RunItems key={search.state} run={run} state={search.state} />
      </Section>
    </>
  );
}

function RunFacts({ run }: { run: BulkRun }) {
  return (
    <>
      <span>
        Started <DateTimeText instant={run.createdAt} /> by {run.operatorName}
      </span>
      <span>Chosen: {run.chosenBy}</span>
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

function RunProgress({ run }: { run: BulkRun }) {
  const { counts, total } = run;
  const ended = total - counts.waiting - counts.sending;
  const message = {
    running: `Running: ${formatNumber(ended)} of ${formatCount(total, 'Entity has', 'Entities have')} a result.`,
    stopped: `Stopped: ${formatCount(counts.waiting, 'Entity was', 'Entities were')} left alone.`,
    done: `Finished: ${total === 1 ? 'the Entity has' : `all ${formatNumber(total)} Entities have`} a result.`,
  }[run.state];
  return (
    <>
      <Live>
        <Typography variant="body2">
          {message}
          {counts.sending > 0 &&
            run.state === 'stopped' &&
            ` ${formatNumber(counts.sending)} still on their way.`}
        </Typography>
      </Live>
      <ProgressBar label="Entities with a result" done={ended} total={total} />
      {run.pause !== null && (
        <Live sx={{ color: 'var(--mui-palette-status-amber)', mt: 0.5 }}>
          Paused until <ClockText instant={run.pause.until} />: <q>{run.pause.message}</q> Nothing
          is lost; it resumes automatically.
        </Live>
      )}
      {counts.unknown > 0 && (
        <Typography variant="body2" sx={{ mt: 0.5 }}>
          {formatCount(counts.unknown, 'outcome is', 'outcomes are')} unknown: no answer came, and a
          later read did not show the wanted value. None of them is sent again automatically.
        </Typography>
      )}
    </>
  );
}

function Tiles({ run, search, onSearch }: { run: BulkRun } & Omit<RunPageProps, 'runId'>) {
  const shown = BulkItemState.options.filter(
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
