import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useCallback, useMemo, useEffect, useRef, useState } from 'react';
import {
  BATCH_ROW_SORTS,
  type BatchDetail,
  type BatchPart,
  type BatchRow,
  type BatchSummary,
} from '../../../contract/console/batch.ts';
import { titledMessage } from '../../../domain/command-reason.ts';
import { VERDICT_LABELS } from '../../../domain/command-status.ts';
import { formatCount, formatNumber, formatIso } from '../../../domain/format.ts';
import { isOpenOutcome } from '../../../domain/unknown-outcome.ts';
import { csvFile } from '../../../lib/write-csv.ts';
import { csvMutation } from '../../api/audit.ts';
import { isMoving } from '../../api/batches.ts';
import { CsvButton } from '../../components/csv-button.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { downloadText } from '../../components/download.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { usePages } from '../../components/list/use-pages.ts';
import { Live } from '../../components/live.tsx';
import { ReadBlock } from '../../components/read.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { useZone } from '../../theme/preferences.ts';
import { columnsFor } from './batch-columns.tsx';
import { isFiltered, NO_FILTER, rowFilter, type BatchSearch } from './batch-search.ts';
import { allRows, rowsOf, ROWS_PER_PAGE } from './batches-queries.ts';

interface BatchRowsProps {
  data: BatchDetail;
  part: BatchPart;
  /** Index of the planned item that is shown. */
  item: number;
  search: BatchSearch;
  onSearch: (change: Partial<BatchSearch>) => void;
  /** All rows of all items while the page is printed; null on screen. */
  printed: readonly BatchRow[] | null;
}

/** A row per Command, and per Entity without one: paged, filtered and sorted by the server, and as a file. */
export function BatchRows(props: BatchRowsProps) {
  const { data, part, item, search, onSearch, printed } = props;
  const { batch } = data;
  const narrow = useNarrow();
  const zone = useZone();
  const { table, orderedAt, isBehind, orderNow } = useStillOrder(data.asOf, part, isMoving(batch));
  const isPlan = batch.items.length > 1;
  const filter = useMemo(
    () => rowFilter(search, isPlan ? item : undefined),
    [search, isPlan, item],
  );
  const { total, ...read } = usePages(
    ROWS_PER_PAGE,
    (page) => rowsOf(batch.id, { ...filter, orderedAt }, page),
    ({ rows }) => rows,
  );
  const prepare = async () => {
    const rows = await allRows(batch.id, filter);
    const record = { what: 'batch', id: batch.id, rows: rows.length } as const;
    return { name: csvName(batch), text: batchCsv(rows, zone), record };
  };
  const { outcome, alsoCommanded, verdictCounts } = batch;
  const isOpen = isOpenOutcome(batch);
  const columns = useMemo(
    () =>
      columnsFor({
        batch: { outcome, alsoCommanded, verdictCounts, isOpen },
        several: isPlan && printed !== null,
        onOpen: (command) => onSearch({ command }),
      }),
    [outcome, alsoCommanded, verdictCounts, isOpen, isPlan, printed, onSearch],
  );
  const changeQuery = useCallback(
    (q: string) => onSearch({ q: q === '' ? undefined : q }),
    [onSearch],
  );
  if (total === undefined) {
    return (
      <ReadBlock
        read={{ error: read.error, isFetching: read.fetching, refetch: read.refresh }}
        what="the Entities"
      />
    );
  }
  return (
    <>
      <Box
        className="no-print"
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 1 }}
      >
        <FilterField
          label="Filter by Entity or error"
          value={search.q ?? ''}
          onChange={changeQuery}
        />
        {narrow && (
          <SelectField
            label="Sort by"
            any="Failures first"
            value={search.sort}
            options={columns.flatMap(({ sort, header }) =>
              sort !== undefined && typeof header === 'string'
                ? [{ value: sort, label: header }]
                : [],
            )}
            onChange={(value) =>
              onSearch({ sort: BATCH_ROW_SORTS.find((key) => key === value), dir: undefined })
            }
          />
        )}
        <Live sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
          {shownLabel(search, total, Math.max(part.total, batch.memberCount))}
        </Live>
        {isFiltered(search) && (
          <Button color="inherit" onClick={() => onSearch(NO_FILTER)}>
            Show all
          </Button>
        )}
        {!narrow && search.sort !== undefined && (
          <Button color="inherit" onClick={() => onSearch({ sort: undefined, dir: undefined })}>
            Failures first
          </Button>
        )}
        {search.sort === undefined && isBehind && (
          <Button color="inherit" onClick={orderNow}>
            Move failures to the top
          </Button>
        )}
        <Box sx={{ ml: 'auto' }}>
          <CsvButton file={csvMutation(prepare, downloadText)}>
            CSV of {formatCount(total, 'row', 'rows')}
          </CsvButton>
        </Box>
      </Box>
      <Box ref={table}>
        {total === 0 ? (
          <EmptyState
            title={
              isFiltered(search)
                ? 'No Entity of this batch matches these filters.'
                : 'No Entities are known for this batch.'
            }
          />
        ) : (
          <DataTable
            key={JSON.stringify(filter)}
            label="Entities of the batch"
            columns={columns}
            rows={printed ?? { total, rowAt: read.rowAt }}
            rowKey={keyOf}
            onWindow={read.onWindow}
            sort={{ by: search.sort ?? '', order: search.dir ?? 'asc' }}
            onSort={({ by, order: next }) =>
              onSearch({
                sort: BATCH_ROW_SORTS.find((key) => key === by),
                dir: next === 'desc' ? next : undefined,
              })
            }
          />
        )}
      </Box>
    </>
  );
}

/** Key of a row; it changes when its Entity gets a Command. */
function keyOf(row: BatchRow): string {
  return row.commandId ?? row.entityId;
}

/** "3 of 60 Entities, Failed only". */
function shownLabel(search: BatchSearch, shown: number, all: number): string {
  if (!isFiltered(search)) return formatCount(shown, 'Entity', 'Entities');
  const labels = [
    search.cause ?? (search.verdict === undefined ? null : VERDICT_LABELS[search.verdict]),
    search.also === undefined ? null : 'also commanded',
    search.late === undefined ? null : 'late changes',
  ].filter((label) => label !== null);
  const only = labels.length === 0 ? '' : `, ${labels.join(', ')} only`;
  const among = search.also === undefined ? ` of ${formatCount(all, 'Entity', 'Entities')}` : '';
  return `${formatNumber(shown)}${among}${only}`;
}

/**
 * Keeps the order of rows while they are being read: what fails meanwhile goes to the top once the reader has left
 * the table, or asks for it.
 * @param asOf when the figures were read; they say whether there is anything to move
 * @param moving whether the batch can still change
 */
function useStillOrder(asOf: string, { causes }: BatchPart, moving: boolean) {
  const count = causes.reduce((sum, cause) => sum + cause.count, 0);
  const table = useRef<HTMLDivElement>(null);
  const [ordered, setOrdered] = useState({ at: moving ? asOf : undefined, count });
  const isBehind = moving || ordered.at !== undefined ? ordered.count !== count : false;
  const orderNow = useCallback(() => setOrdered({ at: asOf, count }), [asOf, count]);
  useEffect(() => {
    const rows = table.current;
    const isRead =
      rows !== null &&
      (rows.matches(':hover') ||
        rows.contains(document.activeElement) ||
        rows.getBoundingClientRect().top < 0);
    if (isBehind && !isRead) orderNow();
  }, [isBehind, orderNow]);
  return {
    table,
    /** For the query of the rows. */
    orderedAt: ordered.at,
    /** Whether something would move to the top. */
    isBehind,
    orderNow,
  };
}

/** A column of the file: its header, and its value for a row. */
type CsvColumn = readonly [string, (row: BatchRow, zone: string) => string | null];

const COLUMNS: readonly CsvColumn[] = [
  ['Entity', (row) => row.entityName],
  ['Entity id', (row) => row.entityId],
  ['Entity type', (row) => row.entityType],
  ['Command id', (row) => row.commandId],
  ['Command', (row) => row.type],
  ['Value', (row) => row.value],
  ['Trigger time', (row, zone) => formatIso(row.triggerTime, zone)],
  ['Status', (row) => row.status],
  ['Outcome', (row) => VERDICT_LABELS[row.verdict]],
  ['Verification', (row) => row.verification?.status ?? null],
  ['Verified at', (row, zone) => formatIso(row.verification?.completedAt ?? null, zone)],
  ['Error', (row) => titledMessage(row.error)],
  ['Verification error', (row) => titledMessage(row.verification?.error ?? null)],
  ['Last change seen', (row, zone) => formatIso(row.changedAt, zone)],
  ['Late change seen', (row, zone) => formatIso(row.lateChangeAt, zone)],
  ['Last read', (row, zone) => formatIso(row.observedAt, zone)],
  ['Reading failed', (row) => row.readError],
  ['Also commanded', (row) => (row.alsoCommanded ? 'yes' : 'no')],
];

/**
 * The rows as CSV, in the given order.
 * @param zone IANA zone of all times, which have their offset
 */
function batchCsv(rows: readonly BatchRow[], zone: string): string {
  return csvFile(
    COLUMNS.map(([head]) => head),
    rows.map((row) => COLUMNS.map(([, cell]) => cell(row, zone))),
  );
}

/** The name of the file: what was sent, when, and the id of its record. */
function csvName(batch: Pick<BatchSummary, 'id' | 'createdAt'>): string {
  return `batch-${batch.createdAt.slice(0, 10)}-${batch.id.slice(0, 8)}.csv`;
}
