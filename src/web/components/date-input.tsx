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
