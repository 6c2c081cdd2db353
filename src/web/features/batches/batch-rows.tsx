import { errorMessage } from '../../../domain/command-reason.ts';
import DownloadIcon from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { BatchRow, BatchSummary } from '../../../contract/console/batch.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { canCancel, VERDICT_LABELS } from '../../../domain/command-status.ts';
import { isDoubtful } from '../../../domain/batch-running.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { csvMutation } from '../../api/audit.ts';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { downloadText } from '../../components/download.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { Live } from '../../components/live.tsx';
import { CountdownText, DateTimeText } from '../../components/time-text.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { useZone } from '../../theme/preferences.ts';
import { columnsFor, EntityName, HistoryButton, RowStatus } from './batch-columns.tsx';
import { BatchCauses } from './batch-causes.tsx';
import { batchCsv, csvName } from './batch-csv.ts';
import { filterRows, isOfMembers, sortRows } from './batch-filter.ts';
import type { CauseGroup } from './batch-groups.ts';
import { isFiltered, NO_FILTER, SORT_KEYS, type BatchSearch } from './batch-search.ts';
import { EVIDENCE_LABELS, rowNoun } from './batch-labels.ts';
import { factsOf } from './row-facts.ts';

interface BatchRowsProps {
  batch: BatchSummary;
  rows: readonly BatchRow[];
  search: BatchSearch;
  /** Whether the rows are grouped by cause, or one list. */
  grouping: 'cause' | 'none';
  /** "3 failed, 2 not verified"; empty if nothing failed. */
  failures: string;
  onSearch: (change: Partial<BatchSearch>) => void;
}

const SORT_LABELS: Readonly<Record<(typeof SORT_KEYS)[number], string>> = {
  entity: 'Entity',
  type: 'Type',
  command: 'Command',
  status: 'Status',
  verification: 'Verification',
  trigger: 'Trigger time',
  error: 'Error',
  change: 'Last change',
};

const GROUPINGS = [
  { value: 'cause', label: 'By cause' },
  { value: 'none', label: 'List' },
] as const;

/** Key of a row; it changes when its Entity gets a Command. */
function keyOf(row: BatchRow): string {
  return row.commandId ?? row.entityId;
}

/** Labels of the active filters. */
function filterLabels(search: BatchSearch, batch: BatchSummary): string[] {
  const { verdict, status, proof, evidence, item, also, late } = search;
  const planned = item === undefined ? undefined : batch.items[item];
  return [
    verdict === undefined ? null : VERDICT_LABELS[verdict],
    status === undefined ? null : `status ${status}`,
    proof === undefined ? null : `verification ${proof}`,
    evidence === undefined ? null : `evidence ${EVIDENCE_LABELS[evidence].toLowerCase()}`,
    planned === undefined ? null : commandLabelWithValue(planned),
    also === undefined ? null : 'also commanded',
    late === undefined ? null : 'late changes',
  ].filter((labels) => labels !== null);
}

/** A row per Command, and per Entity without one: filtered, sorted, and as a file. */
export function BatchRows(props: BatchRowsProps) {
  const { batch, rows, search, grouping, failures, onSearch } = props;
  const narrow = useNarrow();
  const { items, kind, outcome, alsoCommanded, verdictCounts } = batch;
  const checked = isDoubtful(batch);
  const filtered = useMemo(() => filterRows(rows, search, items), [rows, search, items]);
  const { sort, dir } = search;
  const shown = useMemo(() => sortRows(filtered, sort, dir === 'desc'), [filtered, sort, dir]);
  const columns = useMemo(
    () =>
      columnsFor(
        { kind, outcome, items, alsoCommanded, verdictCounts, checked },
        { sort, descending: dir === 'desc', onSearch },
      ),
    [kind, outcome, items, alsoCommanded, verdictCounts, checked, sort, dir, onSearch],
  );
  const changeQuery = useCallback(
    (q: string) => onSearch({ q: q === '' ? undefined : q }),
    [onSearch],
  );

  if (rows.length === 0) {
    return (
      <EmptyState
        title={
          outcome === 'sending'
            ? 'No answer yet, so no Commands are known.'
            : 'No Commands are known for this batch.'
        }
      />
    );
  }
  const [one, many] = rowNoun(batch);
  const narrowed = isFiltered(search);
  const strangers = rows.filter((row) => row.alsoCommanded === true).length;
  const others = search.also === '1' ? strangers : rows.length;
  const among = isOfMembers(search) ? rows.length - strangers : others;
  const labels = filterLabels(search, batch);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 1 }}>
        <FilterField
          label="Filter by Entity or error"
          value={search.q ?? ''}
          onChange={changeQuery}
        />
        {narrow && <SortField search={search} onSearch={onSearch} />}
        <Live sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
          {narrowed
            ? `${formatNumber(shown.length)} of ${formatCount(among, one, many)}`
            : formatCount(rows.length - strangers, one, many)}
          {!narrowed && strangers > 0 && ` · ${formatNumber(strangers)} also commanded`}
          {labels.length > 0 && `, ${labels.join(', ')} only`}
        </Live>
        {narrowed && (
          <Button color="inherit" onClick={() => onSearch(NO_FILTER)}>
            Show all
          </Button>
        )}
        <ChoiceChips
          label="Grouping"
          required
          choices={GROUPINGS}
          value={grouping}
          onChange={(value) => onSearch({ group: value === 'none' ? 'none' : 'cause' })}
        />
        <CsvButton batch={batch} rows={shown} />
      </Box>
      {grouping === 'none' && search.group === undefined && failures !== '' && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1 }}>
          <Box component="span" sx={{ fontSize: '0.8125rem' }}>
            {failures}.
          </Box>
          <Button size="small" onClick={() => onSearch({ group: 'cause' })}>
            Group by cause
          </Button>
        </Box>
      )}
      {shown.length === 0 ? (
        <EmptyState title="No Entity of this batch matches these filters." />
      ) : grouping === 'cause' ? (
        <BatchCauses
          rows={shown}
          open={narrowed}
          renderRows={(some, group) => (
            <RowsTable
              columns={columnsOf(columns, group)}
              {...{ group, batch, rows: some, onSearch }}
            />
          )}
        />
      ) : (
        <RowsTable {...{ columns, batch, rows: shown, onSearch }} />
      )}
    </>
  );
}

/** The columns of a group: its header has the status, and the cause if it is the same for all. */
function columnsOf(
  columns: readonly Column<BatchRow>[],
  { differs, rows }: CauseGroup,
): readonly Column<BatchRow>[] {
  const verified = rows.some((row) => !['none', 'failed'].includes(factsOf(row).proof));
  const said = new Set([
    'type',
    'status',
    ...(verified ? [] : ['verification']),
    ...(differs ? [] : ['error']),
  ]);
  return columns
    .filter(({ key }) => !said.has(key))
    .map((column) =>
      column.key === 'entity' ? { ...column, width: differs ? '240px' : '' } : column,
    );
}

interface RowsTableProps extends Pick<BatchRowsProps, 'batch' | 'rows' | 'onSearch'> {
  columns: readonly Column<BatchRow>[];
  /** The group of the rows; its header shows what they share. */
  group?: CauseGroup;
}

/** Below this width in px one list scrolls inside its card. */
const LIST_WIDTH = 900;

/** What the device said, unless the heading of the group says it. */
function told(shared: boolean, row: BatchRow) {
  const message = shared ? null : errorMessage(row);
  return message === null ? null : <bdi>{message}</bdi>;
}

function RowsTable({ columns, batch, rows, group, onSearch }: RowsTableProps) {
  const { kind, outcome } = batch;
  const name = 'Entities of the batch';
  const shared = group !== undefined && !group.differs;
  return (
    <DataTable
      label={group === undefined ? name : `${name}: ${group.title}`}
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      {...(shared ? {} : { minWidth: group === undefined ? LIST_WIDTH : LIST_WIDTH / 1.5 })}
      renderNarrow={(row) => ({
        first: <EntityName row={row} />,
        second: told(shared, row) ?? (
          <>
            {row.entityType ?? 'Unknown type'} · <DateTimeText instant={row.triggerTime} />{' '}
            {kind === 'schedule' && canCancel(row.status) && (
              <CountdownText instant={row.triggerTime} />
            )}
          </>
        ),
        end: (
          <>
            {group === undefined && <RowStatus row={row} outcome={outcome} />}
            <HistoryButton row={row} onOpen={(command) => onSearch({ command })} />
          </>
        ),
      })}
    />
  );
}

/** The order of the rows if there are no column headers. */
function SortField({ search, onSearch }: Pick<BatchRowsProps, 'search' | 'onSearch'>) {
  return (
    <Box component="label" sx={{ display: 'flex', gap: 1, fontSize: '0.8125rem' }}>
      Sort by
      <Box
        component="select"
        value={search.sort ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget;
          onSearch({ sort: SORT_KEYS.find((key) => key === value), dir: undefined });
        }}
        sx={{ font: 'inherit', color: 'inherit', bgcolor: 'background.paper', minHeight: 28 }}
      >
        <option value="">Original order</option>
        {SORT_KEYS.map((key) => (
          <option key={key} value={key}>
            {SORT_LABELS[key]}
          </option>
        ))}
      </Box>
    </Box>
  );
}

/** Downloads the rows exactly as shown. */
function CsvButton({ batch, rows }: Pick<BatchRowsProps, 'batch' | 'rows'>) {
  const zone = useZone();
  const record = { what: 'batch', id: batch.id, rows: rows.length } as const;
  const saving = useMutation(
    csvMutation(
      async () => ({ name: csvName(batch), text: batchCsv(rows, zone), record }),
      downloadText,
    ),
  );
  return (
    <>
      <Button
        color="inherit"
        startIcon={<DownloadIcon />}
        aria-disabled={saving.isPending}
        onClick={() => saving.mutate()}
        sx={{ ml: { sm: 'auto' } }}
      >
        CSV of {formatCount(rows.length, 'row', 'rows')}
      </Button>
      {saving.isError && (
        <Typography role="alert" variant="caption" sx={{ color: 'error.main' }}>
          The file could not be created. Try again.
        </Typography>
      )}
    </>
  );
}
