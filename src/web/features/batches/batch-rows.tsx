import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useCallback, useMemo } from 'react';
import type { BatchRow, BatchSummary } from '../../../contract/console/batch.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { VERDICT_LABELS, verificationVerdict } from '../../../domain/command-status.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { BarSelect } from '../../components/bar-select.tsx';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { Live } from '../../components/live.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { useZone } from '../../theme/preferences.ts';
import { BatchCauses } from './batch-causes.tsx';
import { columnsFor } from './batch-columns.tsx';
import { batchCsv, csvName } from './batch-csv.ts';
import { filterRows, isOfMembers, sortRows } from './batch-filter.ts';
import type { CauseGroup } from './batch-groups.ts';
import { rowNoun } from './batch-labels.ts';
import { isFiltered, NO_FILTER, SORT_KEYS, type BatchSearch } from './batch-search.ts';
import { CsvButton } from './csv-button.tsx';

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
  trigger: 'Trigger time',
  error: 'Error',
  change: 'Last change',
};

const GROUPINGS = [
  { value: 'cause', label: 'By cause' },
  { value: 'none', label: 'List' },
] as const;

/** Below this width in px one list scrolls inside its card. */
const LIST_WIDTH = 900;

/** A row per Command, and per Entity without one: filtered, sorted, and as a file. */
export function BatchRows(props: BatchRowsProps) {
  const { batch, rows, search, grouping, failures, onSearch } = props;
  const narrow = useNarrow();
  const zone = useZone();
  const { items, outcome, alsoCommanded, verdictCounts } = batch;
  const filtered = useMemo(() => filterRows(rows, search, items), [rows, search, items]);
  const { sort, dir } = search;
  const shown = useMemo(() => sortRows(filtered, sort, dir === 'desc'), [filtered, sort, dir]);
  const columns = useMemo(
    () =>
      columnsFor(
        { outcome, items, alsoCommanded, verdictCounts },
        { sort, descending: dir === 'desc', onSearch },
      ),
    [outcome, items, alsoCommanded, verdictCounts, sort, dir, onSearch],
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
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 1 }}>
        <FilterField
          label="Filter by Entity or error"
          value={search.q ?? ''}
          onChange={changeQuery}
        />
        {narrow && (
          <BarSelect
            label="Sort by"
            value={sort ?? ''}
            onChange={(value) =>
              onSearch({ sort: SORT_KEYS.find((key) => key === value), dir: undefined })
            }
          >
            <option value="">Original order</option>
            {SORT_KEYS.map((key) => (
              <option key={key} value={key}>
                {SORT_LABELS[key]}
              </option>
            ))}
          </BarSelect>
        )}
        <Live sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
          {shownLabel(batch, rows, shown.length, search)}
        </Live>
        {isFiltered(search) && (
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
        <CsvButton
          name={csvName(batch)}
          text={() => batchCsv(shown, zone)}
          record={{ what: 'batch', id: batch.id, rows: shown.length }}
        >
          CSV of {formatCount(shown.length, 'row', 'rows')}
        </CsvButton>
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
          open={isFiltered(search)}
          renderRows={(some, group) => (
            <DataTable
              label={`Entities of the batch: ${group.title}`}
              columns={columnsOf(columns, group)}
              rows={some}
              rowKey={keyOf}
              {...(group.differs && { minWidth: LIST_WIDTH / 1.5 })}
            />
          )}
        />
      ) : (
        <DataTable
          label="Entities of the batch"
          columns={columns}
          rows={shown}
          rowKey={keyOf}
          minWidth={LIST_WIDTH}
        />
      )}
    </>
  );
}

/** Key of a row; it changes when its Entity gets a Command. */
function keyOf(row: BatchRow): string {
  return row.commandId ?? row.entityId;
}

/** "3 of 60 Entities, Failed only", or "60 Entities · 2 also commanded". */
function shownLabel(
  batch: BatchSummary,
  rows: readonly BatchRow[],
  shown: number,
  search: BatchSearch,
): string {
  const [one, many] = rowNoun(batch);
  const strangers = rows.filter((row) => row.alsoCommanded === true).length;
  const members = rows.length - strangers;
  if (!isFiltered(search)) {
    const also = strangers > 0 ? ` · ${formatNumber(strangers)} also commanded` : '';
    return `${formatCount(members, one, many)}${also}`;
  }
  const others = search.also === undefined ? rows.length : strangers;
  const among = isOfMembers(search) ? members : others;
  const planned = search.item === undefined ? undefined : batch.items[search.item];
  const labels = [
    search.verdict === undefined ? null : VERDICT_LABELS[search.verdict],
    planned === undefined ? null : commandLabelWithValue(planned),
    search.also === undefined ? null : 'also commanded',
    search.late === undefined ? null : 'late changes',
  ].filter((label) => label !== null);
  const only = labels.length === 0 ? '' : `, ${labels.join(', ')} only`;
  return `${formatNumber(shown)} of ${formatCount(among, one, many)}${only}`;
}

/** The columns of a group: its header has the status, and the cause if it is the same for all. */
function columnsOf(
  columns: readonly Column<BatchRow>[],
  { differs, rows }: CauseGroup,
): readonly Column<BatchRow>[] {
  const isProven = rows.some(
    ({ verification }) => !['none', 'failed'].includes(verificationVerdict(verification)),
  );
  const said = new Set([
    'status',
    ...(isProven ? [] : ['verification']),
    ...(differs ? [] : ['error']),
  ]);
  return columns
    .filter(({ key }) => !said.has(key))
    .map((column) =>
      column.key === 'entity' ? { ...column, width: differs ? '240px' : '' } : column,
    );
}
