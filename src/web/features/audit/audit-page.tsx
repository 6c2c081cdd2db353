import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AuditRow } from '../../../contract/console/audit.ts';
import { formatCount } from '../../../domain/format.ts';
import { usePermission } from '../../api/session.ts';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListBar } from '../../components/list/list-bar.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Read } from '../../components/read.tsx';
import { useZone } from '../../theme/preferences.ts';
import { ChainCheck } from './audit-check.tsx';
import { AUDIT, auditPages, filterOf, type AuditSearch } from './audit-search.ts';
import { AuditTable } from './audit-table.tsx';

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
