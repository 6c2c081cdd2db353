import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import type { TariffContent } from '../../../contract/console/report-tariff.ts';
import { formatDate } from '../../../domain/format.ts';
import { timeOfMinute, weekOfPrices, type PricePart } from '../../../domain/reports/price-week.ts';
import { weekdayName } from '../../../domain/reports/tariff-labels.ts';
import { dateIn, startOfGrain } from '../../../domain/time.ts';
import { DayField } from '../../components/period-picker/clock-inputs.tsx';
import { useNow } from '../../components/use-now.ts';

/** "07:00–20:00: 0.4", or with a price for each register. */
function partText({ fromMinute, toMinute, prices }: PricePart): string {
  const [price, ...others] = prices;
  const isNone = prices.every((each) => each === null);
  const text =
    isNone || others.length === 0
      ? (price ?? 'no price')
      : prices.map((each, at) => `t${at + 1} ${each ?? 'none'}`).join(', ');
  return `${timeOfMinute(fromMinute)}–${timeOfMinute(toMinute)}: ${text}`;
}

/** The price of each hour of a week, by the rules that price sessions. */
export function PriceWeek({ content }: { content: TariffContent }) {
  const now = useNow(60_000);
  const today = dateIn(content.zone, now);
  const [chosen, setChosen] = useState<string | undefined>();
  const monday = startOfGrain('week', chosen ?? today);
  const days = useMemo(() => weekOfPrices(content, monday), [content, monday]);
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
          borderCollapse: 'collapse',
          fontSize: '0.8125rem',
          '& th': { pr: 2, textAlign: 'left', fontWeight: 600, verticalAlign: 'top' },
          '& tr > :first-child': { width: 44 },
          '& th, & td': { py: 0.5, borderBottom: 1, borderColor: 'divider' },
          '& li': { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
          '& ul': {
            m: 0,
            p: 0,
            listStyle: 'none',
            display: 'flex',
            flexWrap: 'wrap',
            columnGap: 2.5,
          },
        }}
      >
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Prices</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, parts }, at) => (
            <tr key={date}>
              <Tooltip title={formatDate(date)}>
                <th scope="row">{weekdayName(at + 1)}</th>
              </Tooltip>
              <td>
                <ul>
                  {parts.map((part, index) => (
                    <li key={`${part.fromMinute} ${index}`}>{partText(part)}</li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
