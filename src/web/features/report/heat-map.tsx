import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { FigureRow } from '../../../contract/console/report-figures.ts';
import type { Boundary } from '../../../contract/console/report-definition.ts';
import { formatDecimal } from '../../../domain/format.ts';
import { shownEnergy } from '../../../domain/reports/shown-figures.ts';
import { weekdayName } from '../../../domain/reports/tariff-labels.ts';
import { hourSpan } from './group-labels.ts';

interface HeatMapProps {
  /** By hour and weekday, in one unit. */
  rows: readonly FigureRow[];
  unit: string | null;
  /** Whose hours these are, in words. */
  zone: string;
  rule: Boundary;
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
export function HeatMap({ rows, unit, zone, rule }: HeatMapProps) {
  const energyAt = new Map(rows.map(({ keys, energy }) => [keys[0]?.key, energy]));
  const most = rows.reduce((best, { energy }) => Math.max(best, Number(energy)), 0);
  const title = `Energy by weekday and hour${unit === null ? '' : `, ${unit}`}`;
  return (
    <Box component="figure" aria-label={title} sx={{ m: 0, minWidth: 0 }}>
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
                  const energy = energyAt.get(`${weekday}-${String(hour).padStart(2, '0')}`) ?? '0';
                  const share = most === 0 ? 0 : Math.max(0, Number(energy) / most);
                  return (
                    <Tooltip
                      key={hour}
                      title={`${weekdayName(weekday)} ${hourSpan(hour)}: ${formatDecimal(energy)} ${unit ?? ''}`}
                    >
                      <td style={{ background: shade(share) }}>
                        <span className="visually-hidden">
                          {shownEnergy(energy)} {unit}
                        </span>
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
        Hours in {zone}; {WHERE[rule]}.
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
