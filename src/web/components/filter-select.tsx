import Box from '@mui/material/Box';
import { useId } from 'react';
import { formatNumber } from '../../domain/format.ts';
import { visuallyHidden } from './field-styles.ts';

interface Option {
  value: string;
  label: string;
  count?: number;
}

interface FilterSelectProps {
  label: string;
  /** Label of no choice: "Any type". */
  any: string;
  options: readonly Option[];
  value: string | null;
  onChange: (value: string | null) => void;
}

const style = {
  font: 'inherit',
  fontSize: '0.8125rem',
  color: 'text.primary',
  bgcolor: 'background.default',
  border: 1,
  borderRadius: 1,
  height: 32,
  maxWidth: { xs: '100%', sm: 220 },
  px: 0.75,
} as const;

/** A filter with the number of rows that each value would show. */
export function FilterSelect({ label, any, options, value, onChange }: FilterSelectProps) {
  const id = useId();
  // A value from a link stays visible even if no row has it any more.
  const missing = value !== null && !options.some((option) => option.value === value);
  return (
    <>
      <Box component="label" htmlFor={id} sx={visuallyHidden}>
        {label}
      </Box>
      <Box
        component="select"
        id={id}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        sx={{
          ...style,
          borderColor:
            value === null
              ? 'color-mix(in srgb, var(--mui-palette-text-secondary) 70%, transparent)'
              : 'primary.main',
          fontWeight: value === null ? 400 : 600,
        }}
      >
        <option value="">{any}</option>
        {missing && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
            {option.count === undefined ? '' : ` (${formatNumber(option.count)})`}
          </option>
        ))}
      </Box>
    </>
  );
}
