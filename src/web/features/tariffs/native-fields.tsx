import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { nativeField } from '../../components/field-styles.ts';
import { DayInput, TimeInput } from '../../components/period-picker/clock-inputs.tsx';

interface SmallFieldProps {
  label: string;
  error: string | null;
}

interface SmallTextProps extends SmallFieldProps {
  value: string;
  onText: (text: string) => void;
}

const labelStyles = { fontSize: '0.75rem', color: 'text.secondary' } as const;

interface SmallFrameProps extends SmallFieldProps {
  children: (
    field: Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>,
  ) => ReactNode;
}

/** The label above and the error below a small field. */
function SmallFrame({ label, error, children }: SmallFrameProps) {
  const id = useId();
  return (
    <Box sx={{ display: 'grid', gap: 0.25, alignContent: 'start', minWidth: 0 }}>
      <Box component="label" htmlFor={id} sx={labelStyles}>
        {label}
      </Box>
      {children({
        id,
        'aria-invalid': error !== null,
        'aria-describedby': error === null ? undefined : `${id}-error`,
      })}
      {error !== null && (
        <FormHelperText id={`${id}-error`} error sx={{ m: 0 }}>
          {error}
        </FormHelperText>
      )}
    </Box>
  );
}

interface SmallInputProps
  extends SmallTextProps, Pick<ComponentProps<'input'>, 'maxLength' | 'inputMode'> {}

/** A small field with its label above and its error below, for dense rows. */
export function SmallInput({ label, error, onText, ...input }: SmallInputProps) {
  return (
    <SmallFrame label={label} error={error}>
      {(field) => (
        <Box
          component="input"
          autoComplete="off"
          {...field}
          {...input}
          onChange={(event) => onText(event.target.value)}
          sx={{ ...nativeField, width: '100%' }}
        />
      )}
    </SmallFrame>
  );
}

/** A small field for a day. */
export function SmallDay({ label, error, value, onText }: SmallTextProps) {
  return (
    <SmallFrame label={label} error={error}>
      {(field) => <DayInput {...field} value={value} onChange={onText} />}
    </SmallFrame>
  );
}

/** A small field for a time of day. */
export function SmallTime({ label, error, value, onText }: SmallTextProps) {
  return (
    <SmallFrame label={label} error={error}>
      {(field) => <TimeInput {...field} value={value} onChange={onText} />}
    </SmallFrame>
  );
}

const MONTHS = Array.from({ length: 12 }, (_, at) =>
  new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, at)),
);

/** How many days a month has in a leap year. @param month 01 to 12 */
function daysIn(month: string): number {
  return new Date(Date.UTC(2024, Number(month), 0)).getUTCDate();
}

interface DayOfYearProps {
  label: string;
  /** MM-DD. */
  value: string;
  onChange: (value: string) => void;
}

/** A day of any year. */
export function DayOfYear({ label, value, onChange }: DayOfYearProps) {
  const [month = '01', day = '01'] = value.split('-');
  const days = daysIn(month);
  const two = (number: number) => String(number).padStart(2, '0');
  function put(nextMonth: string, nextDay: string): void {
    onChange(`${nextMonth}-${two(Math.min(Number(nextDay), daysIn(nextMonth)))}`);
  }
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ ...labelStyles, p: 0, mb: 0.25 }}>
        {label}
      </Box>
      <Box sx={{ display: 'flex', gap: 0.5 }}>
        <Box
          component="select"
          aria-label={`${label}, day`}
          value={day}
          onChange={(event) => put(month, event.target.value)}
          sx={nativeField}
        >
          {Array.from({ length: days }, (_, at) => (
            <option key={at} value={two(at + 1)}>
              {at + 1}
            </option>
          ))}
        </Box>
        <Box
          component="select"
          aria-label={`${label}, month`}
          value={month}
          onChange={(event) => put(event.target.value, day)}
          sx={nativeField}
        >
          {MONTHS.map((name, at) => (
            <option key={name} value={two(at + 1)}>
              {name}
            </option>
          ))}
        </Box>
      </Box>
    </Box>
  );
}
