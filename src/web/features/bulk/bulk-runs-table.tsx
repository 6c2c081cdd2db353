import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { BulkChange, Job } from '../../../contract/console/job.ts';
import { formatNumber } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { InHead } from '../../components/head-slot.tsx';
import { ReadBlock } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import { bulkRuns } from '../../api/jobs.ts';
import { changeTitle, RUN_LABELS, tallyLabel } from '../jobs/job-labels.ts';

const COLUMNS: readonly Column<Job>[] = [
  column('what', 'Change', { width: '22%', phone: 'name' }, (run) => (
    <AppLink to="/bulk/$runId" params={{ runId: run.id }}>
      {changeTitle(run.change)}
    </AppLink>
  )),
  column('total', 'Entities', { width: '84px', numeric: true }, (run) => formatNumber(run.total)),
  column('state', 'State', { width: '88px', phone: 'end' }, (run) => RUN_LABELS[run.state]),
  column('tally', 'Results', { wraps: true, phone: 'line' }, tallyLabel),
  column('chosen', 'Chosen', { width: '17%' }, (run) => run.chosenBy),
  column('by', 'By', { width: '13%' }, (run) => run.operatorName),
  column('at', 'Started', { width: '152px', phone: 'line' }, (run) => (
    <DateTimeText instant={run.createdAt} />
  )),
];

/** All runs, newest first; a table of one kind is hidden if there are none. */
export function RunsTable({ only }: { only?: BulkChange['kind'] }) {
  const query = useQuery(bulkRuns);
  const { data } = query;
  const rows = (data?.jobs ?? []).filter(
    ({ change }) => only === undefined || change.kind === only,
  );
  if (only !== undefined && rows.length === 0) return null;
  return (
    <Section title={only === undefined ? 'Earlier bulk changes' : 'Runs'}>
      {only === undefined && data !== undefined && (
        <InHead>
          <AsOf read={query} what="the bulk changes" />
        </InHead>
      )}
      {data === undefined && <ReadBlock read={query} what="the bulk changes" />}
      {data?.jobs.length === 0 && (
        <EmptyState title="No bulk changes yet.">
          <Typography variant="body2">
            Each change of many Entities is listed here with the result of each.
          </Typography>
        </EmptyState>
      )}
      {rows.length > 0 && (
        <DataTable
          label="Bulk changes"
          columns={COLUMNS}
          rows={rows}
          minWidth={900}
          rowKey={(run) => run.id}
        />
      )}
      {data?.more === true && (
        <Typography variant="body2" color="textSecondary">
          Only the newest {formatNumber(data.jobs.length)} are listed.
        </Typography>
      )}
    </Section>
  );
}
