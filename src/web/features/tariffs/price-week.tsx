import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import type { TariffContent } from '../../../contract/console/report-tariff.ts';
import { formatDate } from '../../../domain/format.ts';
import { timeOfMinute, weekOfPrices, type PricePart } from '../../../domain/reports/price-week.ts';
import { weekdayName } from '../../../domain/reports/tariff-labels.ts';
import { dateIn, startOfGrain } from '../../../domain/time.ts';
import { DayField } from '../../components/period-picker/day-field.tsx';
import { visuallyHidden } from '../../components/field-styles.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import { useNow } from '../../components/use-now.ts';

const MINUTES = 1440;
/** The minimum length of a part, in minutes, to show its price. */
const ROOM_MINUTES = { wide: 110, narrow: 240 } as const;

/** The short price of a part. */
function labelOf({ prices }: PricePart): string {
  if (prices.every((price) => price === null)) return 'no price';
  const [price] = prices;
  if (prices.length === 1) return price ?? 'no price';
  return prices.map((each, at) => `t${at + 1} ${each ?? 'none'}`).join(', ');
}

/** The highest price of a part, which sets its tint; null: it has none. */
function heightOf({ prices }: PricePart): number | null {
  const known = prices.flatMap((price) => (price === null ? [] : [Number(price)]));
  return known.length === 0 ? null : Math.max(...known);
}

/** The price of each hour of a week, by the rules that price sessions. */
export function PriceWeek({ content }: { content: TariffContent }) {
  const now = useNow(60_000);
  const room = useNarrow() ? ROOM_MINUTES.narrow : ROOM_MINUTES.wide;
  const today = dateIn(content.zone, now);
  const [chosen, setChosen] = useState<string | undefined>();
  const monday = startOfGrain('week', chosen ?? today);
  const days = useMemo(() => weekOfPrices(content, monday), [content, monday]);
  const heights = [
    ...new Set(days.flatMap(({ parts }) => parts.flatMap((part) => heightOf(part) ?? []))),
  ].toSorted((a, b) => a - b);
  const tint = (part: PricePart) => {
    const height = heightOf(part);
    if (height === null) return 'transparent';
    const rank = heights.indexOf(height) + 1;
    return `color-mix(in srgb, var(--mui-palette-primary-main) ${Math.round((32 * rank) / heights.length)}%, transparent)`;
  };
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <Typography variant="body2">
          Week of {formatDate(monday)}, in {content.zone}, {content.currency} per kWh
        </Typography>
        <DayField
          label="A day of the week to show"
          value={chosen ?? today}
          onChange={(day) => day !== null && setChosen(day)}
        />
      </Box>
      <Box
        component="table"
        aria-label="Prices of a week"
        sx={{
          width: '100%',
          borderCollapse: 'collapse',
          tableLayout: 'fixed',
          fontSize: '0.75rem',
          '& th': { width: 44, textAlign: 'left', fontWeight: 600, p: 0 },
          '& td': { p: 0, py: '1px' },
        }}
      >
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" style={{ width: 'auto' }}>
              <Box sx={{ display: 'flex', justifyContent: 'space-between', fontWeight: 400 }}>
                {[0, 6, 12, 18, 24].map((hour) => (
                  <span key={hour}>{timeOfMinute(hour * 60)}</span>
                ))}
              </Box>
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, parts }, at) => (
            <tr key={date}>
              <th scope="row" data-hint={formatDate(date)}>
                {weekdayName(at + 1)}
              </th>
              <td>
                <Box sx={{ display: 'flex', height: 26, border: 1, borderColor: 'divider' }}>
                  {parts.map((part, index) => (
                    <Part
                      key={`${part.fromMinute} ${index}`}
                      part={part}
                      ground={tint(part)}
                      room={room}
                    />
                  ))}
                </Box>
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
      <Legend parts={days.flatMap(({ parts }) => parts)} tint={tint} />
    </Box>
  );
}

interface LegendProps {
  parts: readonly PricePart[];
  tint: (part: PricePart) => string;
}

/** The distinct prices of the week with their tints; on a phone not every part has room for its price. */
function Legend({ parts, tint }: LegendProps) {
  const byLabel = new Map(parts.map((part) => [labelOf(part), part]));
  const sorted = [...byLabel].toSorted(([, a], [, b]) => (heightOf(a) ?? -1) - (heightOf(b) ?? -1));
  return (
    <Box
      component="ul"
      aria-label="Prices of this week"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        fontSize: '0.75rem',
        '& li': { display: 'flex', gap: 0.5, alignItems: 'center' },
        '& span': { width: 14, height: 14, border: 1, borderColor: 'divider' },
      }}
    >
      {sorted.map(([label, part]) => (
        <li key={label}>
          <span aria-hidden="true" style={{ background: tint(part) }} />
          {label}
        </li>
      ))}
    </Box>
  );
}

interface PartProps {
  part: PricePart;
  ground: string;
  /** The minimum length of a part, in minutes, to show its price. */
  room: number;
}

function Part({ part, ground, room }: PartProps) {
  const minutes = part.toMinute - part.fromMinute;
  const when = `${timeOfMinute(part.fromMinute)}–${timeOfMinute(part.toMinute)}`;
  const label = labelOf(part);
  return (
    <Box
      data-hint={`${when}: ${label}`}
      style={{ flexGrow: minutes / MINUTES, background: ground }}
      sx={{
        flexBasis: 0,
        minWidth: 0,
        position: 'relative',
        overflow: 'hidden',
        whiteSpace: 'nowrap',
        textOverflow: 'ellipsis',
        lineHeight: '24px',
        px: 0.5,
        '& + &': { borderLeft: 1, borderColor: 'divider' },
      }}
    >
      <Box component="span" sx={visuallyHidden}>
        {when}:{' '}
      </Box>
      <Box component="span" sx={minutes < room ? visuallyHidden : undefined}>
        {label}
      </Box>
      <Box component="span" sx={visuallyHidden}>
        ;
      </Box>
    </Box>
  );
}
