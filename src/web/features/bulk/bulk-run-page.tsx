import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import {
  JobItemState,
  type Job,
  type JobChange,
  type JobItem,
} from '../../../contract/console/job.ts';
import { formatNumber, formatIso } from '../../../domain/format.ts';
import { csvFile } from '../../../lib/write-csv.ts';
import { csvMutation } from '../../api/audit.ts';
import { jobQuery, readJobItems } from '../../api/jobs.ts';
import { useCapacityUnit, usePermission } from '../../api/session.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { CsvButton } from '../../components/csv-button.tsx';
import { downloadText } from '../../components/download.ts';
import { LinkButton } from '../../components/link-button.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { TallyTile } from '../../components/status/tally-tile.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import { useZone } from '../../theme/preferences.ts';
import { itemMessage, JobItems } from '../jobs/job-items.tsx';
import { changeTitle, countOf, ITEM_LOOKS, stateLabel, valueLabel } from '../jobs/job-labels.ts';
import { JobControl, JobProgress, permissionFor } from '../jobs/job-progress.tsx';
import type { BulkRunSearch } from './bulk-search.ts';

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

/** The actions of a run: stop, resume, set back, try again, and save its rows as files. */
function RunActions({ run }: { run: Job }) {
  const unit = useCapacityUnit();
  const zone = useZone();
  // What an offboarding or a cancellation did cannot be set back.
  const isValue = run.change.kind === 'feature' || run.change.kind === 'capacity';
  const permission = usePermission(permissionFor(run.change));
  const { counts } = run;
  const prepare = async (what: 'problems' | 'all') => {
    const items = await readJobItems(run.id, what === 'all' ? undefined : what);
    const kind = what === 'all' ? 'results' : 'errors';
    return {
      name: `bulk-${kind}-${run.createdAt.slice(0, 10)}-${run.id.slice(0, 8)}.csv`,
      text: bulkCsv(run.change, items, unit, zone),
      record: { what: 'bulk change', id: run.id, rows: items.length } as const,
    };
  };
  const fileOf = (what: 'problems' | 'all') => csvMutation(() => prepare(what), downloadText);
  const again = counts.refused + counts.skipped + counts.unknown;
  const problems = again + counts['too-late'];
  const mayFollow = permission.allowed && run.state !== 'running' && isValue;
  const follow = (how: 'back' | 'again', label: string) => (
    <LinkButton variant="outlined" color="inherit" to="/bulk" search={{ from: run.id, how }}>
      {label}
    </LinkButton>
  );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, alignItems: 'center', mt: 1.5 }}>
      <JobControl job={run} />
      {mayFollow &&
        counts.done > 0 &&
        follow('back', `Set ${formatNumber(counts.done)} back to the values before`)}
      {mayFollow && again > 0 && follow('again', 'Retry those not changed')}
      {problems > 0 && (
        <CsvButton file={fileOf('problems')}>Error log ({formatNumber(problems)})</CsvButton>
      )}
      <CsvButton file={fileOf('all')}>All results</CsvButton>
    </Box>
  );
}

const VALUE_FIELDS = ['Wanted', 'Before', 'Read afterwards'] as const;
const OFFBOARDING_FIELDS = ['Offboarding Request'] as const;

/**
 * Items of a run as CSV, in the given order.
 * @param zone IANA zone of all times, which have their offset
 */
function bulkCsv(change: JobChange, items: readonly JobItem[], unit: string, zone: string): string {
  const read = (reading: JobItem['before']) =>
    reading === null ? '' : valueLabel(reading.value, unit);
  const isOffboarding = change.kind === 'offboarding';
  const fields = isOffboarding ? OFFBOARDING_FIELDS : VALUE_FIELDS;
  return csvFile(
    ['Entity', 'Entity id', 'Entity type', ...fields, 'Result', 'Message', 'At'],
    items.map((item) => [
      item.entityName,
      item.entityId,
      item.entityType,
      ...(isOffboarding
        ? [item.requestId]
        : [valueLabel(item.wanted, unit), read(item.before), read(item.after)]),
      stateLabel(change, item.state),
      itemMessage(item, change, unit),
      formatIso(item.at, zone),
    ]),
  );
}
