import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useId } from 'react';
import { useController, type FieldPath } from 'react-hook-form';
import { nativeField } from '../../components/field-styles.ts';
import { TimeInput } from '../../components/period-picker/clock-inputs.tsx';
import type { TariffControl, TariffDraft } from './tariff-draft.ts';

/** A row of fields below others. */
export const rowStyles = {
  border: 0,
  borderTop: 1,
  borderColor: 'divider',
  m: 0,
  p: 0,
  py: 1,
  minWidth: 0,
  display: 'grid',
  gap: 1,
} as const;

/** Beside the fields, and at the end of their last line on a phone. */
export const removeStyles = {
  justifySelf: { xs: 'end', sm: 'start' },
  alignSelf: 'end',
  gridColumn: { xs: 2, sm: 'auto' },
} as const;

interface TimeFieldProps {
  control: TariffControl;
  name: Extract<FieldPath<TariffDraft>, `${string}.bands.${number}.${'from' | 'to'}`>;
  label: string;
}

/** A labelled field for a time of day. */
export function TimeField({ control, name, label }: TimeFieldProps) {
  const id = useId();
  const { field, fieldState } = useController({ control, name });
  const problem = fieldState.error?.message ?? null;
  return (
    <FormControl error={problem !== null}>
      <FormLabel htmlFor={id}>{label}</FormLabel>
      <TimeInput
        {...field}
        id={id}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-error`}
      />
      {problem !== null && <FormHelperText id={`${id}-error`}>{problem}</FormHelperText>}
    </FormControl>
  );
}

interface ChecksProps<T> {
  label: string;
  choices: readonly { value: T; label: string }[];
  chosen: readonly T[];
  problem: string | undefined;
  onChange: (chosen: T[]) => void;
}

/** Choices side by side. */
export function Checks<T extends string | number>(props: ChecksProps<T>) {
  const { label, choices, chosen, problem, onChange } = props;
  return (
    <Box
      component="fieldset"
      aria-label={label}
      sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'flex', flexWrap: 'wrap', columnGap: 0.5 }}
    >
      {choices.map(({ value, label: name }) => (
        <FormControlLabel
          key={value}
          label={name}
          control={
            <Checkbox
              checked={chosen.includes(value)}
              onChange={(_event, isOn) =>
                onChange(isOn ? [...chosen, value] : chosen.filter((each) => each !== value))
              }
            />
          }
        />
      ))}
      {problem !== undefined && (
        <FormHelperText error sx={{ m: 0, flexBasis: '100%' }}>
          {problem}
        </FormHelperText>
      )}
    </Box>
  );
}

const MONTHS = Array.from({ length: 12 }, (_, at) =>
  new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, at)),
);

/** How many days a month has in a leap year. @param month 01 to 12 */
function daysIn(month: string): number {
  return new Date(Date.UTC(2024, Number(month), 0)).getUTCDate();
}

const two = (number: number) => String(number).padStart(2, '0');

interface DayOfYearProps {
  control: TariffControl;
  /** Of a value MM-DD. */
  name: Extract<FieldPath<TariffDraft>, `${string}.seasons.${number}.${'from' | 'to'}`>;
  label: string;
}

/** A day of any year. */
export function DayOfYear({ control, name, label }: DayOfYearProps) {
  const { field } = useController({ control, name });
  const [month = '01', day = '01'] = field.value.split('-');
  const put = (nextMonth: string, nextDay: string) =>
    field.onChange(`${nextMonth}-${two(Math.min(Number(nextDay), daysIn(nextMonth)))}`);
  const choices = [
    {
      part: 'day',
      value: day,
      labels: Array.from({ length: daysIn(month) }, (_, at) => String(at + 1)),
      onChange: (next: string) => put(month, next),
    },
    { part: 'month', value: month, labels: MONTHS, onChange: (next: string) => put(next, day) },
  ];
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <FormLabel component="legend" sx={{ p: 0 }}>
        {label}
      </FormLabel>
      <Box sx={{ display: 'flex', gap: 0.5 }}>
        {choices.map(({ part, value, labels, onChange }) => (
          <Box
            key={part}
            component="select"
            aria-label={`${label}, ${part}`}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            sx={nativeField}
          >
            {labels.map((text, at) => (
              <option key={text} value={two(at + 1)}>
                {text}
              </option>
            ))}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
