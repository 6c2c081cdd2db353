import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedDefinition } from '../../../contract/console/report-routes.ts';
import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import type { SealedReport } from '../../../contract/console/sealed-report.ts';
import { definitionOf } from '../../../domain/reports/definition.ts';
import { scopeLabel } from '../../../domain/reports/report-labels.ts';
import { shownMoney, together } from '../../../domain/reports/shown-figures.ts';
import { formatCount, formatDate, formatNumber, MISSING } from '../../../domain/format.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';
import { mutation, query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { column, type Column } from '../../components/data-table/column.ts';
import { DeletableTable } from '../../components/data-table/deletable-table.tsx';
import type { Deletion } from '../../components/delete-dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Live } from '../../components/live.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Pager } from '../../components/pager.tsx';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import {
  energyText,
  reportTitle,
  SEALED_DELETION,
  searchPeriod,
} from '../sealed-report/sealed-labels.ts';
import { PER_PAGE, type ReportsSearch } from './reports-search.ts';

type SealedRow = Omit<SealedReport, 'manifest'>;

interface ReportsPageProps {
  search: ReportsSearch;
  onSearch: (change: Partial<ReportsSearch>) => void;
}

/** Sealed reports, and saved definitions of others. */
export function ReportsPage({ search: { page = 1 }, onSearch }: ReportsPageProps) {
  const offset = page === 1 ? undefined : (page - 1) * PER_PAGE;
  const asked = { query: { limit: PER_PAGE, offset } };
  const sealed = useQuery({
    ...query(CONSOLE_ROUTES.sealedReports, asked),
    placeholderData: keepPreviousData,
  });
  const saved = useQuery(query(CONSOLE_ROUTES.definitions));
  const [message, setMessage] = useState('');
  return (
    <>
      <PageHeader
        title="Reports"
        fresh={sealed.data !== undefined && <AsOf read={[sealed, saved]} what="the reports" />}
        actions={
          <>
            <LinkButton variant="outlined" color="inherit" to="/reports/tariffs">
              Tariffs
            </LinkButton>
            <LinkButton variant="outlined" to="/reports/new">
              New report
            </LinkButton>
          </>
        }
      >
        <span>Charge sessions of many Entities, added up exactly</span>
      </PageHeader>
      <Live sx={{ fontSize: '0.8125rem' }}>{message}</Live>
      <Section title="Sealed reports">
        <Read query={sealed} what="the sealed reports">
          {({ reports, count }) => (
            <>
              <SealedList
                reports={reports}
                isFirst={page === 1}
                busy={sealed.isPlaceholderData}
                onDeleted={setMessage}
              />
              <Pager
                what="sealed reports"
                page={page}
                size={PER_PAGE}
                total={count}
                onPage={(next) => onSearch({ page: next === 1 ? undefined : next })}
              />
            </>
          )}
        </Read>
      </Section>
      <Section title="Saved definitions">
        <Read query={saved} what="the saved definitions" rows={4}>
          {({ definitions }) => <SavedList definitions={definitions} onDeleted={setMessage} />}
        </Read>
      </Section>
    </>
  );
}

const PERIOD: Column<Pick<SealedRow, 'search'>> = column(
  'period',
  'Period',
  { wraps: true, width: '14%', phone: 'line' },
  ({ search }) => searchPeriod(search),
);

type Names = ReadonlyMap<string, string>;

const sealedColumns = (names: Names): readonly Column<SealedRow>[] => [
  column('name', 'Report', { wraps: true, phone: 'name' }, (row) => (
    <AppLink to="/reports/sealed/$id" params={{ id: row.id }}>
      {reportTitle(row, names)}
    </AppLink>
  )),
  PERIOD,
  column('energy', 'Energy', { numeric: true, width: '14%', phone: 'line' }, ({ totals }) =>
    energyText(totals),
  ),
  {
    key: 'sessions',
    header: 'Sessions',
    numeric: true,
    width: '96px',
    cell: ({ totals }) => formatNumber(together(totals).sessions),
    phone: 'line',
    phoneCell: ({ totals }) => formatCount(together(totals).sessions, 'session', 'sessions'),
  },
  column('cost', 'Cost', { numeric: true, width: '12%', phone: 'line' }, ({ totals, currency }) =>
    currency === null ? MISSING : `${shownMoney(together(totals).cost)} ${currency}`,
  ),
  column(
    'sealed',
    'Sealed',
    { wraps: true, width: '19%', phone: 'more' },
    ({ sealedAt, sealedBy, keptUntil }) => (
      <>
        <DateTimeText instant={sealedAt} /> by {sealedBy}
        {keptUntil !== null && `, kept until ${formatDate(keptUntil)}`}
      </>
    ),
  ),
];

const savedColumns = (names: Names): readonly Column<SavedDefinition>[] => [
  column('name', 'Definition', { wraps: true, phone: 'name' }, ({ id, name }) => (
    <AppLink to="/reports/new" search={{ saved: id }}>
      {name}
    </AppLink>
  )),
  column('scope', 'Entities', { wraps: true, width: '32%', phone: 'line' }, ({ search }) =>
    scopeLabel(definitionOf(search).scope, names),
  ),
  PERIOD,
  column('saved', 'Saved', { wraps: true, width: '19%' }, ({ savedAt, savedBy }) => (
    <>
      <DateTimeText instant={savedAt} /> by {savedBy}
    </>
  )),
];

const SAVED_DELETION: Deletion = {
  what: 'definition',
  sending: mutation(CONSOLE_ROUTES.deleteDefinition),
  consequence: 'It is deleted for all operators. Sealed reports made with it stay.',
};

interface SealedListProps {
  reports: readonly SealedRow[];
  /** Whether it is the first page. */
  isFirst: boolean;
  busy: boolean;
  onDeleted: (message: string) => void;
}

function SealedList({ reports, isFirst, ...list }: SealedListProps) {
  const names = useCollectiveNames();
  const { reason } = usePermission('delete-sealed-report');
  if (reports.length === 0) {
    return isFirst ? (
      <EmptyState title="No sealed reports yet.">
        <Typography variant="body2">
          Sealing a report keeps its figures, its sessions as they were counted, and what it was
          made of, for good. <AppLink to="/reports/new">See last month of the fleet</AppLink>.
        </Typography>
      </EmptyState>
    ) : (
      <EmptyState title="This page of the list is empty.">
        <AppLink to="/reports">See the newest reports</AppLink>
      </EmptyState>
    );
  }
  return (
    <DeletableTable
      label="Sealed reports"
      columns={sealedColumns(names)}
      rows={reports}
      nameOf={(row) => reportTitle(row, names)}
      deletion={SEALED_DELETION}
      denial={reason}
      {...list}
    />
  );
}

interface SavedListProps {
  definitions: readonly SavedDefinition[];
  onDeleted: (message: string) => void;
}

/** Names of addresses. */
function SavedList({ definitions, onDeleted }: SavedListProps) {
  const names = useCollectiveNames();
  const { reason } = usePermission('run-reports');
  return definitions.length === 0 ? (
    <Typography variant="body2" color="textSecondary">
      A report that is needed again can be saved under a name.
    </Typography>
  ) : (
    <DeletableTable
      label="Saved definitions"
      columns={savedColumns(names)}
      rows={definitions}
      nameOf={({ name }) => name}
      deletion={SAVED_DELETION}
      denial={reason}
      onDeleted={onDeleted}
    />
  );
}
