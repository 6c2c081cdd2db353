import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import Box from '@mui/material/Box';
import { use, useState, type ComponentProps, type Ref } from 'react';
import { readTime } from '../../../domain/clock-time.ts';
import { formatDate } from '../../../domain/format.ts';
import { dateIn } from '../../../domain/time.ts';
import { nativeField } from '../field-styles.ts';
import { ClosePanel, PopPanel } from '../pop-panel.tsx';
import { useNow } from '../use-now.ts';
import { Calendar } from './calendar.tsx';
import { readDay } from './read-day.ts';

type NativeInput = Pick<
  ComponentProps<'input'>,
  'id' | 'name' | 'aria-label' | 'aria-invalid' | 'aria-describedby'
>;

interface TypedInputProps extends NativeInput {
  value: string;
  /** Unreadable text stays the value, so that nothing is lost. */
  onChange: (value: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}

interface TypedFieldProps extends TypedInputProps {
  /** The value of a text, or null. */
  read: (text: string) => string | null;
  /** The text of a readable value. */
  write: (value: string) => string;
  placeholder: string;
  inputMode?: 'numeric';
  /** Space for a button at the end, in px. */
  end?: number;
}

/** A text field with a parsed value; typing is not rewritten. */
function TypedField(props: TypedFieldProps) {
  const { value, onChange, onBlur, read, write, end = 6, ref, ...input } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const valueOf = (text: string) => read(text) ?? text.trim();
  // A day chosen in the calendar since replaces what was typed.
  const typing = typed !== null && valueOf(typed) === value;
  return (
    <Box
      component="input"
      ref={ref}
      autoComplete="off"
      spellCheck={false}
      maxLength={30}
      {...input}
      value={typing ? typed : read(value) === value ? write(value) : value}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        onChange(valueOf(text));
      }}
      onBlur={() => {
        setTyped(null);
        onBlur?.();
      }}
      sx={{ ...nativeField, width: '100%', pr: `${end}px` }}
    />
  );
}

const sameText = (value: string) => value;

/** A field for a time of day, on a 24-hour clock. */
export function TimeInput(props: TypedInputProps) {
  return (
    <TypedField
      {...props}
      read={readTime}
      write={sameText}
      placeholder="14:30"
      inputMode="numeric"
    />
  );
}

interface DayInputProps extends TypedInputProps {
  /** Names the calendar and its button. */
  calendarLabel: string;
  /** IANA zone of the day; today is marked in it. */
  zone: string;
}

/** A day typed in the console's date format, or chosen in a calendar. */
export function DayInput({ calendarLabel, zone, ...input }: DayInputProps) {
  const day = readDay(input.value) ?? undefined;
  return (
    <Box sx={{ position: 'relative', minWidth: 0 }}>
      <TypedField {...input} read={readDay} write={formatDate} placeholder="22 Nov 2026" end={36} />
      <Box sx={{ position: 'absolute', top: 3, right: 2, '& > div > button': { px: 0 } }}>
        <PopPanel
          label={calendarLabel}
          text={<CalendarIcon sx={{ fontSize: 18 }} />}
          look="plain"
          align="left"
        >
          <OneMonth day={day} zone={zone} onDay={input.onChange} />
        </PopPanel>
      </Box>
    </Box>
  );
}

interface OneMonthProps {
  day: string | undefined;
  zone: string;
  onDay: (day: string) => void;
}

function OneMonth({ day, zone, onDay }: OneMonthProps) {
  const today = dateIn(zone, useNow(60_000));
  const close = use(ClosePanel);
  return (
    <Calendar
      single
      from={day}
      to={day}
      today={today}
      months={1}
      onDays={({ from }) => {
        if (from === undefined) return;
        onDay(from);
        close();
      }}
    />
  );
}
