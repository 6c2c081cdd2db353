import Box from '@mui/material/Box';
import { useId } from 'react';

interface SelectFieldProps {
  label: string;
  /** Absent: no filter. */
  value: string | undefined;
  options: readonly { value: string; label: string }[];
  /** Label of no choice. */
  any: string;
  onChange: (value: string | undefined) => void;
  /** Whether it is as wide as its longest choice, where there is room. */
  wide?: boolean;
}

/** A filter with at most one choice, as a native control. */
export function SelectField({
  label,
  value,
  options,
  any,
  onChange,
  wide = false,
}: SelectFieldProps) {
  const id = useId();
  // A link may name a value that is not among the choices: it is shown, so that it can be cleared.
  const known = value === undefined || options.some((option) => option.value === value);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0 }}>
      <Box
        component="label"
        htmlFor={id}
        sx={{ flex: 'none', fontSize: '0.8125rem', color: 'text.secondary' }}
      >
        {label}
      </Box>
      <Box
        component="select"
        id={id}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
        sx={{
          font: 'inherit',
          fontSize: '0.8125rem',
          color: 'text.primary',
          bgcolor: 'background.paper',
          border: 1,
          borderColor: 'color-mix(in srgb, var(--mui-palette-text-secondary) 70%, transparent)',
          borderRadius: 1,
          height: 32,
          px: 0.75,
          minWidth: 0,
          maxWidth: wide ? '100%' : 220,
          ...(wide && { flex: '0 1 auto', textOverflow: 'ellipsis' }),
        }}
      >
        <option value="">{any}</option>
        {!known && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Box>
    </Box>
  );
}
