import Box from '@mui/material/Box';
import FormLabel from '@mui/material/FormLabel';
import Select from '@mui/material/Select';
import { useId } from 'react';

interface SelectFieldProps {
  label: string;
  /** Absent: nothing is chosen. */
  value: string | undefined;
  options: readonly { value: string; label: string }[];
  /** Label for no choice; absent: something is always chosen. */
  any?: string;
  onChange: (value: string | undefined) => void;
}

/** At most one choice, as a native control with its label beside it. */
export function SelectField({ label, value = '', options, any, onChange }: SelectFieldProps) {
  const id = useId();
  // A link may name a value that is not among the choices: show it, so that it can be changed.
  const isKnown = value === '' || options.some((option) => option.value === value);
  const none = any === undefined ? [] : [{ value: '', label: any }];
  const shown = [...none, ...(isKnown ? [] : [{ value, label: value }]), ...options];
  return (
    <Box sx={{ display: 'flex', gap: 0.75, alignItems: 'center', minWidth: 0 }}>
      <FormLabel htmlFor={id} sx={{ m: 0, fontWeight: 400, color: 'text.secondary' }}>
        {label}
      </FormLabel>
      <Select
        native
        value={value}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        inputProps={{ id }}
        sx={{ maxWidth: 240, px: 0, bgcolor: 'background.paper', '& select': { pl: 1.25 } }}
      >
        {shown.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </Box>
  );
}
