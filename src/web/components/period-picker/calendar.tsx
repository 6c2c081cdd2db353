import Box from '@mui/material/Box';
import { useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { periodStyles } from './calendar-styles.ts';
import type { Days } from './period-choice.ts';

export interface CalendarProps extends Days {
  /** Today in the zone of the days, YYYY-MM-DD. */
  today: string;
  /** How many months are shown. */
  months: number;
  /** A single press chooses the day; there is no second one. */
  single?: boolean;
  onDays: (days: Days) => void;
}

const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short' });

/** The calendar works with instants in the browser's zone; only the day counts. */
function dateOf(day: string): Date {
  const [year = 2000, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

function dayOf(date: Date): string {
  const part = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

/** The first month to show, so that a day is in the last one. */
function firstMonth(day: string, months: number): Date {
  const date = dateOf(day);
  return new Date(date.getFullYear(), date.getMonth() - months + 1, 1);
}

/** Months to choose the first and the last day from, with one press each, in any order. */
export function Calendar({ from, to, today, months, single = false, onDays }: CalendarProps) {
  const [first, setFirst] = useState<string | null>(null);
  const [month, setMonth] = useState(() => firstMonth(to ?? from ?? today, months));
  const [seen, setSeen] = useState(to);
  if (to !== seen) {
    // Chosen elsewhere, perhaps outside the months shown.
    setSeen(to);
    const last = new Date(month.getFullYear(), month.getMonth() + months, 0);
    if (to !== undefined && (dateOf(to) < month || dateOf(to) > last)) {
      setMonth(firstMonth(to, months));
    }
  }
  const start = first ?? from ?? to;
  const end = first ?? to ?? from;
  const choose = (date: Date): void => {
    const day = dayOf(date);
    if (single) {
      onDays({ from: day, to: day });
      return;
    }
    if (first === null) {
      setFirst(day);
      return;
    }
    setFirst(null);
    onDays(first <= day ? { from: first, to: day } : { from: day, to: first });
  };
  return (
    <Box sx={periodStyles}>
      <DayPicker
        mode="range"
        selected={
          start === undefined || end === undefined
            ? undefined
            : { from: dateOf(start), to: dateOf(end) }
        }
        onSelect={(_range, date) => choose(date)}
        month={month}
        onMonthChange={setMonth}
        numberOfMonths={months}
        lang="en-GB"
        weekStartsOn={1}
        today={dateOf(today)}
        startMonth={new Date(2000, 0)}
        endMonth={new Date(2199, 11)}
        formatters={{
          formatCaption: (date) => MONTH.format(date),
          formatWeekdayName: (date) => WEEKDAY.format(date).slice(0, 2),
        }}
        labels={{
          labelDayButton: (date, { today: isToday, selected }) =>
            [FULL.format(date), isToday === true && 'today', selected === true && 'chosen']
              .filter(Boolean)
              .join(', '),
          labelGrid: (date) => MONTH.format(date),
          labelNav: () => 'Months',
          labelNext: () => 'Next month',
          labelPrevious: () => 'Previous month',
        }}
      />
    </Box>
  );
}
