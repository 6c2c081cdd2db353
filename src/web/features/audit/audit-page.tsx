import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { AUDIT_ACTIONS } from '../../../contract/console/choices.ts';
import type { AuditRow } from '../../../contract/console/audit.ts';
import { formatCount } from '../../../domain/format.ts';
import { dateIn } from '../../../domain/time.ts';
import { usePermission } from '../../api/session.ts';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { daysFacet } from '../../components/filter-bar/days-facet.ts';
import { FilterBar } from '../../components/filter-bar/filter-bar.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Read } from '../../components/read.tsx';
import { useNow } from '../../components/use-now.ts';
import { useZone } from '../../theme/preferences.ts';
import { ChainCheck } from './audit-check.tsx';
import { auditPages, filterOf, type AuditSearch } from './audit-search.ts';
import { AuditTable } from './audit-table.tsx';
import { actionLabel } from './audit-labels.ts';

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

const NOTHING: AuditSearch = {
  action: undefined,
  operator: undefined,
  from: undefined,
  to: undefined,
};

function AuditLog({ search, onSearch }: AuditPageProps) {
  const zone = useZone();
  const filter = useMemo(() => filterOf(search, zone), [search, zone]);
  const query = useInfiniteQuery(auditPages(filter));
  const { data, isFetching, hasNextPage, fetchNextPage } = query;
  // A row that moved to the next page between reads appears once.
  const rows = useMemo((): AuditRow[] => {
    const all = data?.pages.flatMap((page) => page.rows) ?? [];
    return [...new Map(all.map((row) => [row.sequence, row])).values()];
  }, [data]);
  const table = (
    <>
      <AuditTable rows={rows} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', pt: 2 }}>
        <output>
          {formatCount(rows.length, 'row', 'rows')}
          {hasNextPage ? ', and there are older ones' : ', no older ones'}
        </output>
        {hasNextPage && (
          <Button
            variant="outlined"
            color="inherit"
            aria-disabled={isFetching}
            aria-label="Show older rows"
            onClick={() => {
              if (!isFetching) void fetchNextPage();
            }}
          >
            {isFetching ? 'Reading' : 'Older'}
          </Button>
        )}
      </Box>
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
      <Filters search={search} zone={zone} onSearch={onSearch} />
      <Read query={query} what="the audit log">
        {() => (rows.length === 0 ? <NoRows filtered={Object.keys(filter).length > 0} /> : table)}
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

function Filters({ search, zone, onSearch }: AuditPageProps & { zone: string }) {
  const today = dateIn(zone, useNow(60_000));
  return (
    <FilterBar
      label="Filters of the audit log"
      facets={[
        {
          kind: 'choice',
          key: 'action',
          label: 'Action',
          any: 'Any action',
          options: AUDIT_ACTIONS.map((action) => ({ value: action, label: actionLabel(action) })),
          value: search.action ?? null,
          onChange: (value) => onSearch({ action: AUDIT_ACTIONS.find((each) => each === value) }),
        },
        {
          kind: 'text',
          key: 'operator',
          label: 'Operator',
          any: 'Any operator',
          hint: 'The whole name, as the log shows it.',
          value: search.operator ?? null,
          onChange: (value) => onSearch({ operator: value ?? undefined }),
        },
        daysFacet('Time', { from: search.from, to: search.to }, today, zone, onSearch),
      ]}
      onClear={() => onSearch(NOTHING)}
    />
  );
}
