import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReportSeries, ReportSums } from '../../../../contract/console/report-result.ts';
import { GROUPING_LABELS, zoneLabel } from '../../../../domain/reports/report-labels.ts';
import { dateIn } from '../../../../domain/time.ts';
import { useCollectiveNames } from '../../../api/collective-names.ts';
import { groupColors, stackColor } from '../../../components/charts/stack-colors.ts';
import { TimeBars } from '../../../components/charts/time-bars.tsx';
import { ChoiceChips } from '../../../components/choice-chips.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { groupLabels } from '../group-labels.ts';
import { drawnUnit, seriesAsked, unitLabel } from '../group-rows.ts';
import type { RunPartProps } from '../run-part.ts';
import { GRAINS, STACKS } from '../run-search.ts';
import { isDrawable, MOST_BARS, seriesBars } from './series-points.ts';

interface EnergyOverTimeProps extends RunPartProps {
  totals: readonly ReportSums[];
  /** Read with the figures beside it; absent: the rows shown are old ones, read without it. */
  series: ReportSeries | undefined;
}

/** Energy over time, for one energy unit at a time, with grain and stacking from the URL. */
export function EnergyOverTime({ run, search, onSearch, totals, series }: EnergyOverTimeProps) {
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
