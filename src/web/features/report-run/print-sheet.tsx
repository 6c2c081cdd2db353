import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReportSums } from '../../../contract/console/report-result.ts';
import type { StandingGroups } from '../../../contract/console/report-stand.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { formatCount, formatExact, formatNumber } from '../../../domain/format.ts';
import {
  BOUNDARY_LABELS,
  GROUPING_LABELS,
  runTitle,
  scopeLabel,
  zoneLabel,
} from '../../../domain/reports/report-labels.ts';
import { reportGroupsQuery } from '../../api/report-queries.ts';
import { RUN_STATE_LABELS } from '../../theme/status.ts';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { cellStyles } from '../../components/data-table/table-styles.ts';
import { groupColumns, totalRows } from './group-columns.tsx';
import { groupingOf, groupRows, groupsAsked, isAllRead } from './group-rows.ts';
import type { Names } from './group-labels.ts';
import { PrintedChanges } from './period-change.tsx';
import type { RunPartProps } from './run-part.ts';
import {
  lateMessage,
  partialMessage,
  periodLabel,
  progressMessage,
  provisionalMessage,
  sealMessage,
  sourceMessage,
  tariffLabel,
} from './run-labels.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';

/** The printed run: its facts, and the rows of its grouping with their totals. */
export function PrintSheet({ run, search }: RunPartProps) {
  const query = useInfiniteQuery(reportGroupsQuery(run, groupsAsked(run, search)));
  const pages = query.data?.pages;
  const grouping = groupingOf(run, search);
  const partial = partialMessage(pages?.[0]?.stand ?? run);
  const names = useCollectiveNames();
  return (
    <Box className="wide-paper" sx={{ fontSize: '0.75rem' }}>
      <Typography variant="h1" sx={{ mb: 1 }}>
        {runTitle(run, names)}, {periodLabel(run)}
      </Typography>
      {partial !== null && (
        <Typography variant="body2" sx={{ fontWeight: 600, mb: 1 }}>
          {partial}
        </Typography>
      )}
      <About run={run} names={names} totals={pages?.[0]?.totals ?? []} />
      <Typography variant="h2" sx={{ mt: 2, mb: 1 }}>
        By {GROUPING_LABELS[grouping].toLowerCase()}
      </Typography>
      {pages === undefined ? (
        <p>The rows are not read yet. Close the print preview and open it again.</p>
      ) : (
        <Rows run={run} search={search} pages={pages} names={names} />
      )}
    </Box>
  );
}

interface AboutProps {
  run: ReportRun;
  names: Names;
  totals: readonly ReportSums[];
}

function About({ run, names, totals }: AboutProps) {
  const { definition, saved, progress } = run;
  const exact = (instant: string | null) =>
    instant === null ? 'not finished' : formatExact(instant, definition.zone);
  const late = lateMessage(run);
  const provisional = provisionalMessage(run, definition.zone);
  return (
    <FactList label="Manifest">
      <Fact name="State">{RUN_STATE_LABELS[run.state]}</Fact>
      <Fact name="Definition">
        {saved === null ? 'Not saved' : `${run.name ?? saved.id}, version ${saved.version}`}
      </Fact>
      <Fact name="Entities">
        {scopeLabel(definition.scope, names)}: {progressMessage(run)}
      </Fact>
      <Fact name="Period">
        {periodLabel(run)}, {zoneLabel(definition)}
      </Fact>
      <Fact name="Rule">{BOUNDARY_LABELS[definition.boundary]}</Fact>
      <Fact name="Tariff">{tariffLabel(run)}</Fact>
      <Fact name="Started">
        {exact(run.createdAt)} by {run.operator}
      </Fact>
      <Fact name="Finished">{exact(run.finishedAt)}</Fact>
      {progress.oldestReadAt !== null && (
        <Fact name="Oldest read">{exact(progress.oldestReadAt)}</Fact>
      )}
      <PrintedChanges run={run} totals={totals} />
      {provisional !== null && <Fact name="Provisional">{provisional}</Fact>}
      {late !== null && <Fact name="Missing">{late}</Fact>}
      <Fact name="Sessions">{sessionsMessage(run, totals)}</Fact>
      <Fact name="Run">{run.id}</Fact>
      <Fact name="Seal">{sealMessage(run) ?? 'Not sealed'}</Fact>
      <Fact name="SHA-256">{run.hash ?? 'none, not sealed'}</Fact>
    </FactList>
  );
}

/** How many of the sessions are in the totals below, if others are known too. */
function sessionsMessage(run: ReportRun, totals: readonly ReportSums[]): string {
  const counted = totals.reduce((sum, { sessions }) => sum + sessions, 0);
  const isAll = counted === run.progress.sessions || totals.length === 0;
  return `${isAll ? '' : `${formatNumber(counted)} counted of `}${sourceMessage(run)}`;
}

interface RowsProps extends Pick<RunPartProps, 'run' | 'search'> {
  pages: readonly StandingGroups[];
  names: Names;
}

function Rows({ run, search, pages, names }: RowsProps) {
  const { zone } = run.definition;
  const rows = groupRows(pages, zone, names);
  const grouping = pages[0]?.grouping ?? 'entity';
  const totals = pages[0]?.totals ?? [];
  const count = pages[0]?.count ?? 0;
  const columns = groupColumns({
    runId: run.id,
    search,
    grouping,
    zone,
    currency: run.tariff?.content.currency ?? null,
    totals,
    order: 'key',
    direction: 'up',
    onSort: null,
  });
  const label = pages[0]?.stand.state === 'complete' ? 'Total' : 'Total so far';
  return (
    <>
      <Box component="table" aria-label="Result" sx={paper}>
        <thead>
          <tr>
            {columns.map(({ key, header, numeric }) => (
              <th key={key} scope="col" className={numeric === true ? 'numeric' : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={JSON.stringify([row.group.key, row.group.unit])}>
              {columns.map(({ key, cell, numeric }) => (
                <td key={key} className={numeric === true ? 'numeric' : undefined}>
                  {key === 'group' ? row.label : cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {totalRows(totals, { label, grouping, all: isAllRead(pages) }).map((cells) => (
            <tr key={`total ${cells.unit}`} className="total">
              {columns.map(({ key, numeric }) => (
                <td key={key} className={numeric === true ? 'numeric' : undefined}>
                  {Object.entries(cells).find(([name]) => name === key)?.[1]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
      {rows.length < count && (
        <p>
          The first {formatNumber(rows.length)} of {formatCount(count, 'row', 'rows')}; the files
          have all of them. The totals cover all rows.
        </p>
      )}
    </>
  );
}

const paper = {
  ...cellStyles,
  fontSize: '0.75rem',
  tableLayout: 'auto',
  '& th, & td': {
    padding: '3px 5px',
    textAlign: 'left',
    borderBottom: '1px solid var(--mui-palette-divider)',
    whiteSpace: 'normal',
  },
  '& .numeric': { textAlign: 'right' },
  '& td.numeric': { whiteSpace: 'nowrap' },
  // Keep a total with its rows.
  '& .total': { breakBefore: 'avoid' },
  '& .total td': { fontWeight: 600, borderTop: '1px solid #000' },
} as const;
