import Box from '@mui/material/Box';
import { useState, type ComponentProps, type Ref } from 'react';
import { readTime } from '../../../domain/clock-time.ts';
import { nativeField } from '../field-styles.ts';
import { TextInput, type TextInputProps } from '../text-input.tsx';

/** The days that can be chosen. */
const DAYS = { min: '2000-01-01', max: '2199-12-31' } as const;

/** Whether a day can be chosen; while a year is typed, browsers give days of the year 2. */
const isChoosable = (day: string) => day >= DAYS.min && day <= DAYS.max;

interface InputProps extends Pick<
  ComponentProps<'input'>,
  'id' | 'name' | 'aria-label' | 'aria-invalid' | 'aria-describedby' | 'onBlur'
> {
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}

const fieldStyles = { ...nativeField, width: '100%' } as const;

/** A day, YYYY-MM-DD, with the browser's own calendar; empty while it is incomplete. */
export function DayInput({ onChange, ...input }: InputProps) {
  return (
    <Box
      component="input"
      type="date"
      {...DAYS}
      {...input}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      sx={fieldStyles}
    />
  );
}

/** A time of day on a 24-hour clock, which browsers do not offer everywhere. Unreadable text stays the value. */
export function TimeInput({ value, onChange, onBlur, ...input }: InputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const valueOf = (text: string) => readTime(text) ?? text.trim();
  return (
    <Box
      component="input"
      autoComplete="off"
      inputMode="numeric"
      maxLength={30}
      placeholder="14:30"
      {...input}
      value={typed !== null && valueOf(typed) === value ? typed : value}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(valueOf(currentTarget.value));
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
      sx={fieldStyles}
    />
  );
}

interface DayFieldProps extends Pick<TextInputProps, 'label' | 'helper'> {
  /** YYYY-MM-DD. */
  value: string | undefined;
  /** Called with null while a day is typed that cannot be chosen, such as the year 2. */
  onChange: (day: string | undefined | null) => void;
}

/** A labelled field for a day. */
export function DayField({ value, onChange, ...input }: DayFieldProps) {
  // The day being typed, or null while the chosen one is shown.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      {...input}
      type="date"
      {...DAYS}
      error={
        typed === null || typed === '' || isChoosable(typed) ? null : 'Choose a day from 2000 on.'
      }
      value={typed ?? value ?? ''}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(target.value === '' ? undefined : isChoosable(target.value) ? target.value : null);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
