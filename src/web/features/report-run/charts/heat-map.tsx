import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { Boundary } from '../../../../contract/console/report-definition.ts';
import type { ReportGroup } from '../../../../contract/console/report-result.ts';
import { formatDecimal } from '../../../../domain/format.ts';
import { shownEnergy } from '../../../../domain/reports/shown-sums.ts';
import { weekdayName } from '../../../../domain/reports/tariff-labels.ts';
import { hourSpan, weekdayHourOf } from '../group-labels.ts';

interface HeatMapProps {
  groups: readonly ReportGroup[];
  unit: string | null;
  zone: string;
  boundary: Boundary;
}

/** How the energy of a session is assigned to hours. */
const WHERE: Readonly<Record<Boundary, string>> = {
  start: 'all energy of a session counts in the hour of its start',
  end: 'all energy of a session counts in the hour of its end',
  split: 'the energy of a session is spread evenly over its duration',
};

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** Energy by weekday and hour: a table whose cells are darker the higher the energy. */
export function HeatMap({ groups, unit, zone, boundary }: HeatMapProps) {
  const own = groups.filter((group) => group.unit === unit);
  const byKey = new Map(own.map((group) => [group.key, group]));
  const most = own.reduce((best, { energy }) => Math.max(best, Number(energy)), 0);
  const title = `Energy by weekday and hour${unit === null ? '' : `, ${unit}`}`;
  const at = (weekday: number, hour: number) =>
    byKey.get(`${weekday}-${String(hour).padStart(2, '0')}`);
  return (
    <Box component="figure" aria-label={title} sx={{ m: 0, minWidth: 0 }}>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Box
        component="section"
        aria-label={`${title}, scrolls`}
        tabIndex={0}
        sx={{ overflowX: 'auto' }}
      >
        <Box component="table" aria-label={title} sx={tableStyles}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Weekday</span>
              </th>
              {HOURS.map((hour) => (
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map((weekday) => (
              <tr key={weekday}>
                <th scope="row">{weekdayName(weekday)}</th>
                {HOURS.map((hour) => {
                  const energy = at(weekday, hour)?.energy ?? '0';
                  const share = most === 0 ? 0 : Math.max(0, Number(energy) / most);
                  const amount = `${shownEnergy(energy)} ${unit ?? ''}`;
                  return (
                    <Tooltip
                      key={hour}
                      title={`${weekdayName(weekday)} ${hourSpan(hour)}: ${formatDecimal(energy)} ${unit ?? ''}`}
                    >
                      <td style={{ background: shade(share) }}>
                        <span className="visually-hidden">{amount}</span>
                      </td>
                    </Tooltip>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
      <Typography variant="caption" component="figcaption" color="textSecondary">
        {heatSummary(own, unit)} Hours in {zone}; {WHERE[boundary]}.
      </Typography>
    </Box>
  );
}

const tableStyles = {
  borderCollapse: 'separate',
  borderSpacing: '2px',
  tableLayout: 'fixed',
  width: '100%',
  minWidth: 560,
  fontSize: '0.75rem',
  '& th': { fontWeight: 400, color: 'text.secondary', p: 0, textAlign: 'center' },
  '& th[scope="row"]': { textAlign: 'left' },
  '& tr > :first-of-type': { width: 34 },
  '& td': { height: 20, p: 0, borderRadius: '2px', position: 'relative' },
} as const;

/** The square root makes small amounts visible beside large ones. */
function shade(share: number): string {
  if (share === 0) return 'var(--mui-palette-action-hover)';
  const percent = Math.round(12 + 88 * Math.sqrt(share));
  return `color-mix(in srgb, var(--mui-palette-primary-main) ${percent}%, var(--mui-palette-background-default))`;
}

function heatSummary(groups: readonly ReportGroup[], unit: string | null): string {
  const [most] = groups.toSorted((a, b) => Number(b.energy) - Number(a.energy));
  if (most === undefined) return 'No energy in this unit.';
  const { weekday, hour } = weekdayHourOf(most.key);
  return `Most: ${shownEnergy(most.energy)} ${unit ?? ''} on ${weekdayName(weekday)}, ${hourSpan(hour)}.`;
}
