import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { AUDIT_ROUTES, type AuditAct, type AuditNames } from '../../../contract/console/audit.ts';
import { auditOutcomeLabel } from '../../../domain/audit-labels.ts';
import { auditText } from '../../../domain/audit-sentence.ts';
import { MISSING } from '../../../domain/format.ts';
import { readAnsweredFile } from '../../api/answered-file.ts';
import { mutationOf } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { AsOf } from '../../components/as-of.tsx';
import { CsvButton } from '../../components/csv-button.tsx';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { saveContent } from '../../components/download.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListBar } from '../../components/list/list-bar.tsx';
import { OlderRows } from '../../components/older-rows.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Read } from '../../components/read.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import { useZone } from '../../theme/preferences.ts';
import { ActDetails } from './act-details.tsx';
import { ActOutcome } from './act-outcome.tsx';
import { ActSentence } from './act-sentence.tsx';
import { AUDIT, auditPages, filterOf, type AuditSearch } from './audit-search.ts';
import { ChainCheck } from './chain-check.tsx';

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
  const file = mutationOf(async () => {
    const { name, content } = await readAnsweredFile(AUDIT_ROUTES.auditFile, {
      query: { ...filter, zone },
    });
    saveContent(name, content);
  });
  const { data } = query;
  // An act that moved to the next page between reads appears once.
  const acts = useMemo((): AuditAct[] => {
    const all = data?.pages.flatMap((page) => page.acts) ?? [];
    return [...new Map(all.map((act) => [act.sequence, act])).values()];
  }, [data]);
  const names = useMemo(
    (): AuditNames => Object.assign({}, ...(data?.pages.map((page) => page.names) ?? [])),
    [data],
  );
  return (
    <>
      <PageHeader
        title="Audit"
        fresh={data !== undefined && <AsOf read={query} what="the audit log" />}
        actions={<CsvButton file={file}>Save as CSV</CsvButton>}
      >
        <span>What was done in this console, newest first</span>
      </PageHeader>
      <ListBar label="Filters of the audit log" list={AUDIT} search={search} onSearch={onSearch} />
      <Read query={query} what="the audit log">
        {() =>
          acts.length === 0 ? (
            <NoActs filtered={AUDIT.isNarrowed(search)} />
          ) : (
            <>
              <ActTable acts={acts} names={names} />
              <OlderRows list={query} count={acts.length} what="rows" />
            </>
          )
        }
      </Read>
      <ChainCheck />
    </>
  );
}

function NoActs({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState title={filtered ? 'No row matches.' : 'Nothing is recorded yet.'}>
      {filtered && <span>Clear a filter to see more.</span>}
    </EmptyState>
  );
}

const columnsOf = (
  names: AuditNames,
  onOpen: (act: AuditAct) => void,
): readonly Column<AuditAct>[] => [
  column('at', 'When', { width: '172px', phone: 'line' }, (act) => (
    <DateTimeText instant={act.at} />
  )),
  {
    key: 'who',
    header: 'Who',
    width: '140px',
    cell: (act) => act.operatorName ?? MISSING,
    phone: 'line',
    phoneCell: (act) => act.operatorName ?? 'Not signed in',
  },
  {
    key: 'act',
    header: 'What',
    cell: (act) => <ActSentence act={act} names={names} />,
    phone: 'name',
    phoneCell: (act) => <ActSentence act={act} names={names} />,
  },
  {
    key: 'outcome',
    header: 'Outcome',
    width: '170px',
    cell: (act) => <ActOutcome outcome={act.outcome} />,
    phone: 'line',
    phoneCell: (act) => auditOutcomeLabel(act.outcome),
  },
  column('detail', 'Details', { width: '92px', phone: 'end' }, (act) => (
    <Button
      color="inherit"
      aria-label={`Details: ${auditText(act, names)}`}
      onClick={() => onOpen(act)}
      sx={{ minHeight: 28 }}
    >
      Details
    </Button>
  )),
];

function ActTable({ acts, names }: { acts: readonly AuditAct[]; names: AuditNames }) {
  const [opened, setOpened] = useState<AuditAct | null>(null);
  const columns = useMemo(() => columnsOf(names, setOpened), [names]);
  return (
    <>
      <DataTable
        label="Audit log"
        columns={columns}
        rows={acts}
        rowKey={(act) => String(act.sequence)}
      />
      {opened !== null && <ActDetails act={opened} names={names} onClose={() => setOpened(null)} />}
    </>
  );
}
