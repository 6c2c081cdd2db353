import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReportComparison, ReportSums } from '../../../contract/console/report-result.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { formatDecimal, formatHours, formatNumber, MISSING } from '../../../domain/format.ts';
import { SHOWN_DECIMALS, shownChange, shownTotal } from '../../../domain/reports/shown-sums.ts';
import { comparisonQuery } from '../../api/report-queries.ts';
import { AsOf } from '../../components/as-of.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Section } from '../../components/section.tsx';
import { unitLabel } from './group-rows.ts';
import { isSamePeriod } from './run-labels.ts';

interface CompareTotalsProps {
  pair: { later: ReportRun; earlier: ReportRun };
}

/** A total of both runs. */
interface TotalRow {
  what: string;
  earlier: string;
  later: string;
  difference: string;
  percent: string;
}

/** The totals of both runs side by side. */
export function CompareTotals({ pair }: CompareTotalsProps) {
  const query = useQuery(comparisonQuery(pair));
  const rows = query.data === undefined ? undefined : totalRows(query.data, currencyOf(pair.later));
  return (
    <Section
      title="Totals"
      aside={
        query.data !== undefined &&
        query.error !== null && <AsOf read={query} what="the comparison" />
      }
    >
      {rows === undefined || query.data === undefined ? (
        <ReadBlock read={query} what="the comparison" rows={4} />
      ) : (
        <>
          <Typography variant="body2" sx={{ mb: 1 }}>
            {isSamePeriod(pair.later, pair.earlier)
              ? sessionsMessage(query.data)
              : 'The periods differ, so only totals and groups are compared, not individual sessions.'}
          </Typography>
          {rows.length > 0 && (
            <DataTable
              label="Totals side by side"
              columns={COLUMNS}
              rows={rows}
              rowKey={({ what }) => what}
              renderNarrow={(row) => ({
                first: row.what,
                second: `${row.earlier} → ${row.later}`,
                end: `${row.difference} (${row.percent})`,
              })}
            />
          )}
        </>
      )}
    </Section>
  );
}

const currencyOf = (run: ReportRun) => run.tariff?.content.currency ?? null;

/** Summary of the sessions that differ. */
function sessionsMessage({ added, changed, vanished, same }: ReportComparison): string {
  if (added + changed + vanished === 0) {
    return same === 0
      ? 'Neither run has a session.'
      : `Nothing differs: all ${formatNumber(same)} sessions are the same in both.`;
  }
  return `Sessions: ${formatNumber(added)} new, ${formatNumber(changed)} changed, ${formatNumber(vanished)} vanished, ${formatNumber(same)} the same.`;
}

function totalRows({ totals }: ReportComparison, currency: string | null): TotalRow[] {
  const units = [...new Set([...totals.later, ...totals.earlier].map(({ unit }) => unit))];
  return units.flatMap((unit) => {
    const of = (list: readonly ReportSums[]) => list.find((sums) => sums.unit === unit);
    const rows = rowsOf(of(totals.earlier), of(totals.later), unit, currency);
    return units.length === 1
      ? rows
      : rows.map((row) => ({ ...row, what: `${row.what} (${unitLabel(unit)})` }));
  });
}

function rowsOf(
  earlier: ReportSums | undefined,
  later: ReportSums | undefined,
  unit: string | null,
  currency: string | null,
): TotalRow[] {
  const amount = (what: string, name: 'energy' | 'cost'): TotalRow => ({
    what,
    earlier: earlier === undefined ? MISSING : shownTotal(earlier)[name],
    later: later === undefined ? MISSING : shownTotal(later)[name],
    ...shownChange(earlier?.[name] ?? '0', later?.[name] ?? '0', SHOWN_DECIMALS[name]),
  });
  const sessions = shownChange(String(earlier?.sessions ?? 0), String(later?.sessions ?? 0), 0);
  const [from, to] = [earlier?.durationMs ?? 0, later?.durationMs ?? 0];
  const minutes = Math.round(to / 60_000) - Math.round(from / 60_000);
  return [
    {
      what: 'Sessions',
      earlier: formatNumber(earlier?.sessions ?? null),
      later: formatNumber(later?.sessions ?? null),
      ...sessions,
    },
    amount(`Energy, ${unitLabel(unit)}`, 'energy'),
    ...(currency === null ? [] : [amount(`Cost, ${currency}`, 'cost')]),
    {
      what: 'Duration',
      earlier: earlier === undefined ? MISSING : shownTotal(earlier).duration,
      later: later === undefined ? MISSING : shownTotal(later).duration,
      difference: `${minutes > 0 ? '+' : ''}${formatHours(minutes)}`,
      percent: shownChange(formatMs(from), formatMs(to), 0).percent,
    },
  ];
}

/** Milliseconds as seconds, exact. */
const formatMs = (ms: number) => (ms / 1000).toFixed(3);

const COLUMNS: readonly Column<TotalRow>[] = [
  { key: 'what', header: 'Total', cell: ({ what }) => what },
  { key: 'earlier', header: 'Compared with', numeric: true, cell: ({ earlier }) => earlier },
  { key: 'later', header: 'This run', numeric: true, cell: ({ later }) => later },
  {
    key: 'difference',
    header: 'Difference',
    numeric: true,
    cell: ({ difference }) => formatDecimal(difference),
  },
  { key: 'percent', header: 'In percent', numeric: true, cell: ({ percent }) => percent },
];
