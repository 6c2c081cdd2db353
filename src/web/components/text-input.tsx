import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'size' | 'color'> {
  label: string;
  /** Why the value is not accepted; null or absent: it is. */
  error?: string | null;
  helper?: ReactNode;
  /** Shown at the end of the field, such as the unit. */
  end?: ReactNode;
  /** Grows with its lines; absent: one line. */
  multiline?: boolean;
}

/**
 * A text field with its label above it, which is always readable, and its helper text or error below. The browser
 * completes it only where `autoComplete` says what it holds.
 */
export function TextInput(props: TextInputProps) {
  const { label, error = null, helper, end, multiline = false, ref, ...input } = props;
  const id = useId();
  const hint = error ?? helper;
  return (
    <FormControl error={error !== null} disabled={input.disabled ?? false} fullWidth>
      <FormLabel htmlFor={id}>{label}</FormLabel>
      <OutlinedInput
        id={id}
        multiline={multiline}
        {...(multiline && { minRows: 2 })}
        // A unit of several letters stays in one line.
        endAdornment={end !== undefined && <span style={{ whiteSpace: 'nowrap' }}>{end}</span>}
        inputRef={ref}
        inputProps={{
          type: multiline ? undefined : 'text',
          autoComplete: 'off',
          ...input,
          'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
        }}
      />
      {hint !== undefined && <FormHelperText id={`${id}-hint`}>{hint}</FormHelperText>}
    </FormControl>
  );
}
