import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { Statement, StatementLine } from '../../../contract/console/statement.ts';
import { formatCount, formatNumber, MISSING, shortId } from '../../../domain/format.ts';
import { shownDuration, shownEnergy, shownMoney } from '../../../domain/reports/shown-figures.ts';
import { doubtfulLabel } from '../../../domain/session-findings.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';
import { query } from '../../api/query.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Pager } from '../../components/pager.tsx';
import { Read } from '../../components/read.tsx';
import { collectivesLabel, type Names } from './group-labels.ts';
import { unitLabel } from './group-table.tsx';
import { figureSearchOf, type ReportPartProps, type ReportSearch } from './report-search.ts';
import { SOON, useFigures, useReport, useSoon } from './use-report.ts';

/** Statements of a page. */
const STATEMENTS_PAGE = 25;

/** What the server is asked for. */
export const statementsAsked = (search: ReportSearch) => ({
  query: {
    ...figureSearchOf(search),
    of: search.of,
    limit: STATEMENTS_PAGE,
    offset: search.page === undefined ? undefined : (search.page - 1) * STATEMENTS_PAGE,
  },
});

/** What each Entity, or each Collective, took and what it costs, line by line. */
export function StatementsPart(props: ReportPartProps) {
  const { search, onSearch } = props;
  const names = useCollectiveNames();
  const report = useReport(props);
  const { figures } = useFigures(search, report);
  const read = useQuery({
    ...query(REPORT_ROUTES.figureStatements, statementsAsked(search)),
    ...SOON,
  });
  const { ready, busy } = useSoon(read);
  const currency = figures?.currency ?? null;
  return (
    <Box
      aria-busy={busy}
      sx={{ display: 'grid', gap: 2, mt: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Box
        className="no-print"
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}
      >
        <ChoiceChips
          label="Statements of"
          required
          choices={[
            { value: 'entity', label: 'Each Entity' },
            { value: 'collective', label: 'Each Collective' },
          ]}
          value={search.of ?? 'entity'}
          onChange={(value) =>
            onSearch({ of: value === 'collective' ? value : undefined, page: undefined })
          }
        />
        {search.of === 'collective' && (
          <Typography variant="body2" color="textSecondary">
            Sessions of Entities in several Collectives are in a statement of their own.
          </Typography>
        )}
        {figures !== undefined && currency === null && (
          <Typography variant="body2" color="textSecondary">
            No tariff is chosen, so nothing has a price: see Rules and prices.
          </Typography>
        )}
      </Box>
      <Read query={{ ...read, data: ready }} what="the statements" rows={12}>
        {({ statements, count }) =>
          count === 0 ? (
            <EmptyState title="No session belongs to this period, so there are no statements." />
          ) : (
            <>
              {statements.map((each) => (
                <StatementCard
                  key={each.key}
                  statement={each}
                  label={labelOf(each, search, names)}
                  currency={currency}
                />
              ))}
              <Pager
                what="the statements"
                page={search.page ?? 1}
                size={STATEMENTS_PAGE}
                total={count}
                onPage={(page) => onSearch({ page: page === 1 ? undefined : page })}
              />
            </>
          )
        }
      </Read>
    </Box>
  );
}

const labelOf = ({ key, label }: Statement, { of }: ReportSearch, names: Names): string =>
  of === 'collective' ? collectivesLabel(key, names) : (label ?? shortId(key));

interface StatementCardProps {
  statement: Statement;
  label: string;
  /** Null: no tariff. */
  currency: string | null;
}

/** One statement; each begins on a new page of paper. */
function StatementCard({ statement, label, currency }: StatementCardProps) {
  const { energy, sessions, durationMs, lines, total, doubtful } = statement;
  const facts = [
    formatCount(sessions, 'session', 'sessions'),
    ...energy.map((each) => `${shownEnergy(each.energy)} ${unitLabel(each.unit)}`),
    shownDuration(durationMs),
    doubtful > 0 && doubtfulLabel(doubtful),
  ].filter(Boolean);
  return (
    <Box component="article" aria-label={`Statement of ${label}`} className="statement">
      <Typography variant="h2">{label}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {facts.join(' · ')}
      </Typography>
      <DataTable
        label={`Lines of ${label}`}
        columns={lineColumns(currency)}
        rows={lines}
        rowKey={({ name, tariff, unit }) => JSON.stringify([name, tariff, unit])}
        {...(currency !== null && {
          footer: { name: 'Total', amount: shownMoney(total) },
          narrowFooter: (
            <Box sx={{ py: 1, fontWeight: 600 }}>
              Total: {shownMoney(total)} {currency}
            </Box>
          ),
        })}
      />
    </Box>
  );
}

const lineColumns = (currency: string | null): readonly Column<StatementLine>[] => [
  { key: 'name', header: 'Line', cell: ({ name }) => name, phone: 'name' },
  {
    key: 'tariff',
    header: 'Tariff',
    width: '22%',
    cell: ({ tariff }) => tariff ?? '',
    isEmpty: ({ tariff }) => tariff === null,
    phone: 'line',
  },
  {
    key: 'sessions',
    header: 'Sessions',
    width: '110px',
    numeric: true,
    cell: ({ sessions }) => formatNumber(sessions),
    phone: 'line',
    phoneCell: ({ sessions }) => formatCount(sessions, 'session', 'sessions'),
  },
  {
    key: 'energy',
    header: 'Energy',
    width: '150px',
    numeric: true,
    cell: ({ energy, unit }) =>
      energy === null ? MISSING : `${shownEnergy(energy)} ${unitLabel(unit)}`,
    phone: 'line',
  },
  ...(currency === null
    ? []
    : [
        {
          key: 'amount',
          header: `Amount, ${currency}`,
          width: '130px',
          numeric: true,
          cell: ({ amount }: StatementLine) => shownMoney(amount),
          phone: 'end' as const,
          phoneCell: ({ amount }: StatementLine) =>
            amount === null ? 'no price' : `${shownMoney(amount)} ${currency}`,
        },
      ]),
];
