import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import type {
  GroupOrder,
  ReportSeries,
  ReportSums,
} from '../../../contract/console/report-result.ts';
import type { StandingGroups } from '../../../contract/console/report-stand.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { GROUPING_LABELS, zoneLabel } from '../../../domain/reports/report-labels.ts';
import { dateIn } from '../../../domain/time.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';
import type { FiguresPage } from '../../api/report-queries.ts';
import { AsOf } from '../../components/as-of.tsx';
import { groupColors, stackColor } from '../../components/charts/stack-colors.ts';
import { TimeBars } from '../../components/charts/time-bars.tsx';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Section } from '../../components/section.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useOnPaper } from '../../components/use-on-paper.ts';
import { isDrawable, MOST_BARS, seriesBars } from './charts/series-points.ts';
import { groupColumns, phoneTotal, totalRows, widthOf, type GroupTable } from './group-columns.tsx';
import { groupLabels } from './group-labels.ts';
import {
  drawnUnit,
  groupingOf,
  groupRows,
  isAllRead,
  seriesAsked,
  unitLabel,
} from './group-rows.ts';
import type { RunPartProps } from './run-part.ts';
import { GRAINS, STACKS } from './run-search.ts';
import { Totals } from './totals.tsx';

/** Height of the charts, so that the content below does not jump when they appear. */
export const CHARTS_HEIGHT = 378;

interface AnswerProps extends RunPartProps {
  /** The rows shown, at least one page. */
  pages: readonly FiguresPage[];
  /** The query of these rows. */
  groups: UseInfiniteQueryResult<InfiniteData<FiguresPage>>;
  /** The field for the grouping, if it belongs beside the rows. */
  choice?: ReactNode;
}

/**
 * The results of a run: figures, energy over time, rows of the grouping.
 * @param props `run` as of the moment the rows were added up
 */
export function Answer({ pages, groups, choice, ...part }: AnswerProps) {
  const { run, search } = part;
  const totals = pages[0]?.totals ?? [];
  return (
    <>
      <Totals totals={totals} doubtful={pages[0]?.doubtful ?? []} run={run} search={search} />
      <Section title="Energy over time">
        <EnergyOverTime {...part} totals={totals} series={pages[0]?.series} />
      </Section>
      <Section
        title={`By ${GROUPING_LABELS[groupingOf(run, search)].toLowerCase()}`}
        aside={groups.error !== null && <AsOf read={groups} what="the result" />}
      >
        {choice !== undefined && (
          <Box className="no-print" sx={{ mb: 1 }}>
            {choice}
          </Box>
        )}
        <GroupsTable {...part} pages={pages} busy={groups.isPlaceholderData} />
        {groups.hasNextPage && (
          <Button
            color="inherit"
            className="no-print"
            disabled={groups.isFetchingNextPage}
            onClick={() => void groups.fetchNextPage()}
          >
            Read the next rows
          </Button>
        )}
      </Section>
    </>
  );
}

interface EnergyOverTimeProps extends RunPartProps {
  totals: readonly ReportSums[];
  /** Read with the figures beside it; absent: the rows shown are old ones, read without it. */
  series: ReportSeries | undefined;
}

/** Energy over time, for one energy unit at a time, with grain and stacking from the URL. */
function EnergyOverTime({ run, search, onSearch, totals, series }: EnergyOverTimeProps) {
  const names = useCollectiveNames();
  const { zone } = run.definition;
  const { grain, by } = seriesAsked(run, search);
  const units = totals.map(({ unit }) => unit);
  const unit = drawnUnit(search, totals);
  const bars = series === undefined ? [] : seriesBars(series, run);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {units.length > 1 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <SelectField
            label="Energy unit"
            any={unitLabel(units[0] ?? null)}
            value={search.unit}
            options={units
              .slice(1)
              .flatMap((value) => (value === null ? [] : [{ value, label: value }]))}
            onChange={(value) => onSearch({ unit: value })}
          />
          <Typography variant="body2" color="textSecondary">
            Units are never added up, so each is drawn separately.
          </Typography>
        </Box>
      )}
      <Box className="no-print" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 1 }}>
        <ChoiceChips
          label="Chart per"
          required
          choices={GRAINS.filter((value) => isDrawable(value, run)).map((value) => ({
            value,
            label: `Per ${value}`,
          }))}
          value={grain}
          onChange={(value) => onSearch({ grain: GRAINS.find((known) => known === value) })}
        />
        <ChoiceChips
          label="Stacked by"
          required
          choices={STACKS.map((value) => ({
            value,
            label: `By ${GROUPING_LABELS[value].toLowerCase()}`,
          }))}
          value={by}
          onChange={(value) => onSearch({ stack: STACKS.find((known) => known === value) })}
        />
      </Box>
      {bars.length > MOST_BARS && (
        <Typography variant="body2" color="textSecondary">
          The period is too long for a chart per {grain}. Choose weeks or months.
        </Typography>
      )}
      {series !== undefined && bars.length <= MOST_BARS && (
        <TimeBars
          grain={series.grain}
          bars={bars}
          stacks={stacksOf(series, groupLabels(series.by, series.groups, zone, names))}
          unit={series.unit}
          provisionalFrom={
            run.provisionalFrom === null ? null : dateIn(zone, Date.parse(run.provisionalFrom))
          }
          otherUnits={units.filter((each) => each !== unit).map(unitLabel)}
          notes={[`${series.grain === 'hour' ? 'Hours' : 'Days'} in ${zoneLabel(run.definition)}.`]}
        />
      )}
    </Box>
  );
}

/** The series of the chart. @param labels of the separate groups */
function stacksOf({ by, groups }: ReportSeries, labels: readonly string[]) {
  const colors = groupColors(
    by,
    groups.map(({ key }) => key),
  );
  return [
    ...groups.map(({ key }, at) => ({
      key: `group ${key}`,
      label: labels[at] ?? key,
      color: colors[at] ?? stackColor(null),
    })),
    { key: 'all others', label: 'All others', color: stackColor(null) },
  ];
}

interface GroupsTableProps extends RunPartProps {
  pages: readonly StandingGroups[];
  /** Whether the rows shown belong to another order or snapshot version. */
  busy: boolean;
}

/** The rows of a grouping with their totals. */
function GroupsTable({ run, search, onSearch, pages, busy }: GroupsTableProps) {
  const names = useCollectiveNames();
  const onPaper = useOnPaper();
  const { zone } = run.definition;
  const rows = useMemo(() => groupRows(pages, zone, names), [pages, zone, names]);
  const grouping = pages[0]?.grouping ?? 'entity';
  const totals = pages[0]?.totals ?? [];
  const count = pages[0]?.count ?? 0;
  const order = search.order ?? 'key';
  const direction = search.direction ?? 'up';
  const onSort = (by: GroupOrder) => {
    // Amounts are first sorted with the largest at the top, names alphabetically.
    const first = by === 'key' ? 'up' : 'down';
    const next = by === order ? (direction === 'up' ? 'down' : 'up') : first;
    onSearch({ order: by === 'key' ? undefined : by, direction: next === 'up' ? undefined : next });
  };
  const table: GroupTable = {
    runId: run.draft ? null : run.id,
    search,
    grouping,
    zone,
    currency: run.tariff?.content.currency ?? null,
    totals,
    order,
    direction,
    onSort: onPaper ? null : onSort,
  };
  const columns = groupColumns(table);
  const all = isAllRead(pages);
  const totalLabel = pages[0]?.stand.state === 'complete' ? 'Total' : 'Total so far';
  return (
    <Box aria-busy={busy} sx={{ bgcolor: busy ? 'action.hover' : undefined }}>
      <DataTable
        label={`Result by ${GROUPING_LABELS[grouping].toLowerCase()}`}
        columns={columns}
        rows={rows}
        rowKey={({ group }) => JSON.stringify([group.key, group.unit])}
        footer={totalRows(totals, { label: totalLabel, grouping, all })}
        minWidth={widthOf(columns, grouping)}
        narrowFooter={
          <Box sx={{ py: 1, fontWeight: 600 }}>
            {totals.map((sums) => (
              <div key={sums.unit ?? ''}>
                {totalLabel}: {phoneTotal(table, sums, all)}
              </div>
            ))}
          </Box>
        }
      />
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 0.5 }}>
        {formatCount(count, 'row', 'rows')}, days and hours in {zoneLabel(run.definition)}.{' '}
        {!all
          ? `${formatNumber(rows.length)} read; so many rows are shown with all their decimals, so that they add up.`
          : 'Rows are rounded together, so that they add up to the total.'}
      </Typography>
    </Box>
  );
}
