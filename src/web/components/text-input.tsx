import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';

interface TextInputProps extends Omit<ComponentProps<'input'>, 'size' | 'color'> {
  label: string;
  /** Why the value is not accepted, or null. */
  error: string | null;
  helper?: ReactNode;
  /** Shown at the end of the field, such as the unit. */
  end?: ReactNode;
  multiline?: boolean;
}

/** A text field with its helper text and error; the label above it is always readable. */
export function TextInput(props: TextInputProps) {
  const { label, error, helper, end, multiline = false, ref, ...input } = props;
  const id = useId();
  const hint = error ?? helper;
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box component="label" htmlFor={id} sx={{ fontSize: '0.8125rem', fontWeight: 600 }}>
        {label}
      </Box>
      <OutlinedInput
        id={id}
        error={error !== null}
        endAdornment={
          end === undefined ? undefined : (
            <Box component="span" sx={{ pl: 0.5, whiteSpace: 'nowrap' }}>
              {end}
            </Box>
          )
        }
        multiline={multiline}
        minRows={multiline ? 2 : undefined}
        inputRef={ref}
        inputProps={{
          ...input,
          'aria-invalid': error !== null,
          'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
        }}
      />
      {hint !== undefined && (
        <FormHelperText id={`${id}-hint`} error={error !== null} sx={{ mx: 0, mt: 0 }}>
          {hint}
        </FormHelperText>
      )}
    </Box>
  );
}
