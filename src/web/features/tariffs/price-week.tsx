import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import type { TariffText } from '../../../contract/console/tariff.ts';
import { formatDate } from '../../../domain/format.ts';
import { timeOfMinute, weekOfPrices, type PricePart } from '../../../domain/reports/price-week.ts';
import { weekdayName } from '../../../domain/reports/tariff-labels.ts';
import { dateIn, startOfGrain } from '../../../domain/time.ts';
import { Fact, FactList } from '../../components/fact-list.tsx';
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
export function PriceWeek({ content }: { content: TariffText }) {
  const now = useNow(60_000);
  const today = dateIn(content.zone, now);
  const [chosen, setChosen] = useState<string | undefined>();
  const monday = startOfGrain('week', chosen ?? today);
  const days = useMemo(() => weekOfPrices(content, monday), [content, monday]);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="body2">
        In {content.currency} per kWh; hours are those of {content.zone}.
      </Typography>
      <Box sx={{ maxWidth: 180 }}>
        <DayField
          label="A day of the week to show"
          value={chosen ?? today}
          onChange={(day) => day !== null && setChosen(day)}
        />
      </Box>
      <FactList label="Prices of a week">
        {days.map(({ date, parts }, at) => (
          <Fact key={date} name={`${weekdayName(at + 1)} ${formatDate(date)}`}>
            {parts.map(partText).join(' · ')}
          </Fact>
        ))}
      </FactList>
    </Box>
  );
}
