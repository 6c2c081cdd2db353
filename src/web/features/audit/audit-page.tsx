import CheckIcon from '@mui/icons-material/Check';
import ErrorOutlineIcon from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type AuditRow, AUDIT_ROUTES, type AuditCheck } from '../../../contract/console/audit.ts';
import { Uuid } from '../../../contract/primitives.ts';
import { breakMessage, chainMessage } from '../../../domain/audit-messages.ts';
import { formatNumber, MISSING, shortId, formatCount } from '../../../domain/format.ts';
import { mutation } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { TextLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { ListBar } from '../../components/list/list-bar.tsx';
import { Live } from '../../components/live.tsx';
import { OlderRows } from '../../components/older-rows.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Read } from '../../components/read.tsx';
import { SideSheet } from '../../components/side-sheet.tsx';
import { ExactTimeText } from '../../components/time-text.tsx';
import { useZone } from '../../theme/preferences.ts';
import { MONO } from '../../theme/theme.ts';
import { actionLabel, AUDIT, auditPages, filterOf, type AuditSearch } from './audit-search.ts';

interface AuditPageProps {
  search: AuditSearch;
  onSearch: (change: Partial<AuditSearch>) => void;
}

/** The audit log for operators with the permission; others see why they may not read it. */
export function AuditPage(props: AuditPageProps) {
  const { allowed, reason } = usePermission('read-audit');
  if (allowed) return <AuditLog {...props} />;
  return (
    <>
      <PageHeader title="Audit" />
      <EmptyState title="The audit log is not open to you.">
        <span>{reason}</span>
        <span>
          It records who signed in, what was sent, canceled, changed or denied, and when. Approvers
          and administrators read it.
        </span>
      </EmptyState>
    </>
  );
}

function AuditLog({ search, onSearch }: AuditPageProps) {
  const zone = useZone();
  const filter = useMemo(() => filterOf(search, zone), [search, zone]);
  const query = useInfiniteQuery(auditPages(filter));
  const { data } = query;
  // A row that moved to the next page between reads appears once.
  const rows = useMemo((): AuditRow[] => {
    const all = data?.pages.flatMap((page) => page.rows) ?? [];
    return [...new Map(all.map((row) => [row.sequence, row])).values()];
  }, [data]);
  const table = (
    <>
      <AuditTable rows={rows} />
      <OlderRows list={query} count={rows.length} what="rows" />
    </>
  );
  return (
    <>
      <PageHeader
        title="Audit"
        fresh={data !== undefined && <AsOf read={query} what="the audit log" />}
      >
        <span>Actions in this console, newest first; rows are only ever added</span>
      </PageHeader>
      <ChainCheck />
      <ListBar label="Filters of the audit log" list={AUDIT} search={search} onSearch={onSearch} />
      <Read query={query} what="the audit log">
        {() => (rows.length === 0 ? <NoRows filtered={AUDIT.isNarrowed(search)} /> : table)}
      </Read>
    </>
  );
}

function NoRows({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState title={filtered ? 'No row matches.' : 'Nothing is recorded yet.'}>
      {filtered && <span>Clear a filter to see more.</span>}
    </EmptyState>
  );
}

/** The target of an action; a batch links to its page. */
function Target({ row }: { row: AuditRow }) {
  const { target, dispatchId } = row;
  const isBatch = dispatchId !== null && Uuid.safeParse(dispatchId).success;
  return (
    <Tooltip title={target ?? ''}>
      <span>
        {target === null
          ? MISSING
          : target.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => shortId(id))}
        {isBatch && (
          <>
            {' '}
            <TextLink to="/batches/$dispatchId" params={{ dispatchId: dispatchId }}>
              batch {shortId(dispatchId)}
            </TextLink>
          </>
        )}
      </span>
    </Tooltip>
  );
}

function outcomeLabel(row: AuditRow): string {
  const status = row.upstreamStatus === null ? '' : `, Service ${row.upstreamStatus}`;
  return `${row.outcome}${status}`;
}

/** The request or answer as stored, and its origin. */
function Detail({ row }: { row: AuditRow }) {
  const [open, setOpen] = useState(false);
  const facts: [string, string][] = [
    ['Request or answer', row.body ?? 'nothing'],
    ['On', row.target ?? 'no target'],
    ['Session', row.session ?? 'none'],
    ['Address', row.address ?? 'none'],
    ['Request', row.requestId ?? 'none'],
    ['Hash of the row', row.hash],
  ];
  const title = `Row ${formatNumber(row.sequence)}: ${actionLabel(row.action)}`;
  return (
    <>
      <Button
        color="inherit"
        aria-label={`Details of row ${row.sequence}`}
        onClick={() => setOpen(true)}
        sx={{ minHeight: 28 }}
      >
        Details
      </Button>
      {open && (
        <SideSheet title={title} onClose={() => setOpen(false)}>
          <FactList>
            {facts.map(([name, value]) => (
              <Fact key={name} name={name}>
                <Box
                  component="span"
                  sx={{ fontFamily: MONO, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}
                >
                  {value}
                </Box>
              </Fact>
            ))}
          </FactList>
        </SideSheet>
      )}
    </>
  );
}

const COLUMNS: readonly Column<AuditRow>[] = [
  {
    key: 'sequence',
    header: 'Row',
    numeric: true,
    width: '60px',
    cell: (row) => formatNumber(row.sequence),
  },
  {
    key: 'at',
    header: 'When',
    width: '256px',
    cell: (row) => <ExactTimeText instant={row.at} />,
    phone: 'line',
  },
  {
    key: 'action',
    header: 'What',
    width: '150px',
    wraps: true,
    cell: (row) => actionLabel(row.action),
    phone: 'name',
    phoneCell: (row) => `${actionLabel(row.action)}, ${outcomeLabel(row)}`,
  },
  { key: 'outcome', header: 'Outcome', width: '118px', wraps: true, cell: outcomeLabel },
  {
    key: 'who',
    header: 'Who',
    width: '124px',
    wraps: true,
    cell: (row) => row.operatorName ?? MISSING,
    phone: 'line',
    phoneCell: (row) => row.operatorName ?? 'Not signed in',
  },
  {
    key: 'target',
    header: 'On',
    wraps: true,
    cell: (row) => <Target row={row} />,
  },
  {
    key: 'detail',
    header: 'Details',
    width: '96px',
    cell: (row) => <Detail row={row} />,
    phone: 'end',
  },
];

/** Rows of the audit log. */
function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  return (
    <DataTable
      label="Audit log"
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => String(row.sequence)}
      minWidth={960}
    />
  );
}

/** Has the chain checked, and shows the result with every break. */
export function ChainCheck() {
  const { data: found, error, isPending, mutate } = useMutation(mutation(AUDIT_ROUTES.checkAudit));
  const start = () => mutate({});
  return (
    <Box sx={{ display: 'grid', gap: 1, mb: 2, justifyItems: 'start', fontSize: '0.8125rem' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Button
          variant="outlined"
          color="inherit"
          aria-disabled={isPending}
          onClick={isPending ? undefined : start}
        >
          {isPending ? 'Checking the chain' : 'Check the chain'}
        </Button>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          Each row holds the hash of the row before it, which reveals changed or removed rows. The
          last one is in the console’s log daily, which reveals a cut tail.
        </Box>
      </Box>
      <Live>{found !== undefined && <Verdict found={found} />}</Live>
      {found !== undefined && <Breaks found={found} />}
      {error !== null && (
        <ErrorPanel
          what="The chain could not be checked"
          error={error}
          onRetry={start}
          retrying={isPending}
        />
      )}
    </Box>
  );
}

function Verdict({ found }: { found: AuditCheck }) {
  const { breaksTotal, checkedAt } = found;
  const holds = breaksTotal === 0;
  const Icon = holds ? CheckIcon : ErrorOutlineIcon;
  return (
    <Box sx={{ display: 'flex', gap: 0.75 }}>
      <Icon sx={{ fontSize: 18, color: `var(--mui-palette-status-${holds ? 'green' : 'red'})` }} />
      <span>
        <strong>{holds ? 'The chain holds.' : 'The chain is broken.'}</strong> {chainMessage(found)}{' '}
        Checked <ExactTimeText instant={checkedAt} />.
      </span>
    </Box>
  );
}

function Breaks({ found: { breaks, breaksTotal } }: { found: AuditCheck }) {
  if (breaks.length === 0) return null;
  const rest = breaksTotal - breaks.length;
  const messages = [
    ...breaks.map(breakMessage),
    ...(rest > 0
      ? [`and ${formatCount(rest, 'more', 'more')}; npm run audit:verify prints all`]
      : []),
  ];
  return (
    <Box
      component="ul"
      aria-label="Breaks of the chain"
      sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}
    >
      {messages.map((message) => (
        <li key={message}>{message}</li>
      ))}
    </Box>
  );
}
