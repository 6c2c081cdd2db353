import { useState } from 'react';
import { formatDate } from '../../../domain/format.ts';
import { TextInput } from '../text-input.tsx';
import { readDay } from './read-day.ts';

interface DayFieldProps {
  label: string;
  /** YYYY-MM-DD. */
  value: string | undefined;
  /** Called with null while the typed text is not a day. */
  onChange: (day: string | undefined | null) => void;
}

/** A day that can be typed, shown in the console's date format. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  // The text being typed, or null while the chosen day is shown.
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const wrong = typed !== null && typed.trim() !== '' && readDay(typed) === null;
  return (
    <TextInput
      label={label}
      error={wrong && left ? 'Write it as 22 Nov 2026.' : null}
      placeholder="22 Nov 2026"
      autoComplete="off"
      maxLength={30}
      value={typed ?? (value === undefined ? '' : formatDate(value))}
      onChange={({ target }) => {
        setTyped(target.value);
        setLeft(false);
        onChange(target.value.trim() === '' ? undefined : readDay(target.value));
      }}
      onBlur={() => {
        setLeft(true);
        if (!wrong) setTyped(null);
      }}
    />
  );
}
