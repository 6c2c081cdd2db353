import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';

interface DateInputProps {
  label: string;
  /** YYYY-MM-DD. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A calendar day; its time zone is shown beside it. */
export function DateInput({ label, value, onChange }: DateInputProps) {
  return (
    <OutlinedInput
      type="date"
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      inputProps={{ 'aria-label': label, min: '2000-01-01', max: '2100-12-31' }}
      sx={{ height: 32, fontSize: '0.8125rem' }}
    />
  );
}

interface DayRangeProps {
  from: string | undefined;
  to: string | undefined;
  /** Suffix of the accessible names, such as " of the Commands". */
  of?: string;
  /** Time zone of the days; absent: shown elsewhere. */
  zone?: string;
  onChange: (change: { from: string | undefined } | { to: string | undefined }) => void;
}

/** First and last day of a period. */
export function DayRange({ from, to, of = '', zone, onChange }: DayRangeProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <DateInput
        label={`First day${of}`}
        value={from}
        onChange={(day) => onChange({ from: day })}
      />
      <span aria-hidden="true">to</span>
      <DateInput label={`Last day${of}`} value={to} onChange={(day) => onChange({ to: day })} />
      {zone !== undefined && (
        <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          Days in {zone}
        </Box>
      )}
    </Box>
  );
}
