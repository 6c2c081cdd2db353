import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Figures } from '../../../contract/console/report-figures.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { formatCount } from '../../../domain/format.ts';
import type { FigureDefinition } from '../../../domain/reports/definition.ts';
import { GROUPING_LABELS, zoneLabel } from '../../../domain/reports/report-labels.ts';
import { dateIn } from '../../../domain/time.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';
import { query } from '../../api/query.ts';
import { AppLink } from '../../components/app-link.tsx';
import { TimeBars } from '../../components/charts/time-bars.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Pager } from '../../components/pager.tsx';
import { Read, ReadBlock, BlockSkeleton } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { BasisNote } from './basis-note.tsx';
import { GroupTable, unitLabel } from './group-table.tsx';
import { HeatMap } from './heat-map.tsx';
import { figureSearchOf, sessionsAt, type ReportPartProps } from './report-search.ts';
import { ReportTotals } from './report-totals.tsx';
import { seriesBars, seriesStacks } from './series-bars.ts';
import { GROUPS_PAGE, SOON, useFigures, useReport, useSoon, type Report } from './use-report.ts';

/** Heights in px of the totals, the chart and the rows, and of the heat map, before they are known. */
const FIGURES_HEIGHT = 620;
const HEAT_HEIGHT = 230;

/** The figures of a report: totals, energy over time, rows of its groups, and a week by hours. */
export function FiguresPart(props: ReportPartProps) {
  const { search } = props;
  const report = useReport(props);
  const { read, figures, shown, computing, busy } = useFigures(search, report);
  if (figures === undefined) {
    return computing === null ? (
      <ReadBlock read={read} what="the report" height={FIGURES_HEIGHT} />
    ) : (
      <BlockSkeleton what="the report" height={FIGURES_HEIGHT} />
    );
  }
  const { basis, currency } = figures;
  const { zone } = report.definition;
  return (
    <Read query={{ ...read, data: figures }} what="the report">
      {() => (
        <Box aria-busy={busy}>
          <BasisNote basis={basis} zone={zone} search={search} />
          {figures.totals.length === 0 ? (
            <NoSessions {...props} report={report} figures={figures} />
          ) : (
            <>
              <ReportTotals
                totals={figures.totals}
                currency={currency}
                compared={figures.compared}
                isProvisional={basis.provisionalFrom !== null}
                search={search}
              />
              <Chart {...props} shown={shown} figures={figures} />
              <Groups {...props} shown={shown} figures={figures} busy={busy} />
              <Heat {...props} shown={shown} figures={figures} />
            </>
          )}
        </Box>
      )}
    </Read>
  );
}

interface PartProps extends ReportPartProps {
  /** What the figures are of. */
  shown: FigureDefinition;
  figures: Figures;
}

/** Shown instead of figures if no session counts. */
function NoSessions({ search, report, figures }: Omit<PartProps, 'shown'> & { report: Report }) {
  const excluded = figures.exclusions.reduce((sum, { sessions }) => sum + sessions, 0);
  return (
    <EmptyState title="No session belongs to this period.">
      {excluded > 0 && (
        <AppLink to="/reports/new/sessions" search={sessionsAt(search, { counted: 'no' })}>
          {formatCount(excluded, 'session', 'sessions')} around it are in no total
        </AppLink>
      )}
      {report.definition.period !== 'all' && (
        <Button
          variant="outlined"
          color="inherit"
          onClick={() => report.change({ period: 'all' })}
          sx={{ justifySelf: 'start' }}
        >
          Show all time
        </Button>
      )}
    </EmptyState>
  );
}

/** Energy over time, of one unit. */
function Chart({ search, onSearch, shown, figures }: PartProps) {
  const names = useCollectiveNames();
  const { series, totals, basis } = figures;
  const { zone } = shown;
  const [by = 'entity'] = shown.by;
  const drawn = useMemo(
    () =>
      series === null
        ? null
        : {
            bars: seriesBars(series, figures, zone),
            stacks: seriesStacks(by, series, zone, names),
          },
    [series, figures, zone, by, names],
  );
  if (series === null || drawn === null) return null;
  const units = totals.map(({ unit }) => unit);
  const { provisionalFrom } = basis;
  return (
    <Section ofTab title="Energy over time">
      {units.length > 1 && (
        <SelectField
          label="Energy unit"
          value={series.unit ?? ''}
          options={units.flatMap((unit) => (unit === null ? [] : [{ value: unit, label: unit }]))}
          onChange={(unit) => onSearch({ unit: unit === search.unit ? undefined : unit })}
        />
      )}
      <TimeBars
        grain={series.grain}
        bars={drawn.bars}
        stacks={drawn.stacks}
        unit={series.unit}
        provisionalFrom={
          provisionalFrom === null ? null : dateIn(zone, Date.parse(provisionalFrom))
        }
        otherUnits={units.filter((unit) => unit !== series.unit).map(unitLabel)}
      />
    </Section>
  );
}

function Groups({ search, onSearch, shown, figures, busy }: PartProps & { busy: boolean }) {
  const { by } = shown;
  const title = by.map((each) => GROUPING_LABELS[each].toLowerCase()).join(' and ');
  return (
    <Section ofTab title={`By ${title}`}>
      <GroupTable
        label={`Result by ${title}`}
        by={by}
        zone={shown.zone}
        currency={figures.currency}
        rows={figures.groups}
        totals={figures.totals}
        count={figures.count}
        search={search}
        sort={{ order: search.order ?? 'key', direction: search.direction ?? 'up' }}
        onSort={({ order, direction }) =>
          onSearch({
            order: order === 'key' ? undefined : order,
            direction: direction === 'up' ? undefined : direction,
            page: undefined,
          })
        }
        busy={busy}
      />
      <Pager
        what="the rows"
        page={search.page ?? 1}
        size={GROUPS_PAGE}
        total={figures.count}
        onPage={(page) => onSearch({ page: page === 1 ? undefined : page })}
      />
    </Section>
  );
}

/** What the heat map is asked for: the report by hour and weekday. */
export const heatAsked = (search: ReportPartProps['search'], unit: string | null) => ({
  query: {
    ...figureSearchOf(search),
    by: 'hour-weekday',
    unit: unit ?? '',
    compare: undefined,
    limit: 1000,
  },
});

function Heat({ search, shown, figures }: PartProps) {
  const unit = figures.series?.unit ?? null;
  const read = useQuery({ ...query(REPORT_ROUTES.figures, heatAsked(search, unit)), ...SOON });
  const { ready } = useSoon(read);
  return (
    // Browsers print no shades of cells.
    <Box className="no-print">
      <Section title={`Energy by weekday and hour${unit === null ? '' : `, ${unit}`}`}>
        <Read query={{ ...read, data: ready }} what="the heat map" height={HEAT_HEIGHT}>
          {({ groups }) => (
            <HeatMap rows={groups} unit={unit} zone={zoneLabel(shown)} rule={shown.rule} />
          )}
        </Read>
      </Section>
    </Box>
  );
}
