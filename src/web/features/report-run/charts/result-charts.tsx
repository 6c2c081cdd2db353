import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReportSeries, ReportSums } from '../../../../contract/console/report-result.ts';
import { zoneLabel } from '../../../../domain/reports/report-labels.ts';
import { reportDistributionQuery, reportGroupsQuery } from '../../../api/report-queries.ts';
import { SelectField } from '../../../components/select-field.tsx';
import { unitLabel } from '../group-rows.ts';
import type { DraftPartProps, RunPartProps } from '../run-part.ts';
import { DistributionChart } from './distribution-chart.tsx';
import { Drawn } from './drawn.tsx';
import { EnergyOverTime } from './energy-over-time.tsx';
import { EntityEnds } from './entity-ends.tsx';
import { HeatMap } from './heat-map.tsx';

interface ResultChartsProps extends RunPartProps {
  totals: readonly ReportSums[];
}

/** The unit to draw: the requested one, or the first. */
function drawnUnit({ search, totals }: ResultChartsProps): string | null {
  const units = totals.map(({ unit }) => unit);
  return units.find((known) => known !== null && known === search.unit) ?? units[0] ?? null;
}

interface EnergyChartProps extends ResultChartsProps, DraftPartProps {
  /** Absent: the rows shown are old ones, read without it. */
  series: ReportSeries | undefined;
}

/** Energy over time, for one energy unit at a time. */
export function EnergyChart(props: EnergyChartProps) {
  const { search, onSearch, totals } = props;
  const units = totals.map(({ unit }) => unit);
  const unit = drawnUnit(props);
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
      <EnergyOverTime
        {...props}
        otherUnits={units.filter((each) => each !== unit).map(unitLabel)}
      />
    </Box>
  );
}

/** When energy was charged, and how sessions and Entities are distributed. */
export function PatternCharts(props: ResultChartsProps) {
  const { run, search } = props;
  const unit = drawnUnit(props);
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Heat run={run} unit={unit} zone={zoneLabel(run.definition)} />
      <Box sx={sideBySide}>
        <Distribution run={run} of="energy" unit={unit} />
        <Distribution run={run} of="duration" unit={unit} />
        <EntityEnds run={run} search={search} unit={unit} />
      </Box>
    </Box>
  );
}

const sideBySide = {
  display: 'grid',
  gap: 3,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 420px), 1fr))',
} as const;

type Run = RunPartProps['run'];

function Heat({ run, unit, zone }: { run: Run; unit: string | null; zone: string }) {
  const query = useInfiniteQuery(reportGroupsQuery(run, { by: 'hour-weekday' }));
  const groups = query.data?.pages.flatMap((page) => page.groups);
  return (
    <Drawn query={query} what="the heat map">
      {groups !== undefined && (
        <HeatMap groups={groups} unit={unit} zone={zone} boundary={run.definition.boundary} />
      )}
    </Drawn>
  );
}

interface DistributionProps {
  run: Run;
  of: 'energy' | 'duration';
  unit: string | null;
}

function Distribution({ run, of, unit }: DistributionProps) {
  const query = useQuery(reportDistributionQuery(run, of, of === 'energy' ? unit : null));
  return (
    <Drawn query={query} what={`the distribution of the ${of}`}>
      {query.data !== undefined && <DistributionChart distribution={query.data} />}
    </Drawn>
  );
}
