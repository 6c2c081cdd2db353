import Box from '@mui/material/Box';
import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'size' | 'color'> {
  label: string;
  /** Why the value is not accepted, or null. */
  error: string | null;
  helper?: ReactNode;
  /** Shown at the end of the field, such as the unit. */
  end?: ReactNode;
}

/** The outline of a field, as MUI draws it in dialogs, without the code of MUI's fields. */
const outline = {
  display: 'flex',
  alignItems: 'center',
  boxSizing: 'border-box',
  px: '13px',
  border: 1,
  borderColor: 'rgba(var(--mui-palette-common-onBackgroundChannel) / 0.23)',
  borderRadius: 1,
  fontSize: '0.875rem',
  lineHeight: '1.4375em',
  color: 'text.primary',
  cursor: 'text',
  '&:hover': { borderColor: 'text.primary' },
  '&:has(input:disabled)': {
    borderColor: 'action.disabled',
    color: 'text.disabled',
    cursor: 'default',
  },
  '&:focus-within': {
    borderColor: 'primary.main',
    outline: '1px solid var(--mui-palette-primary-main)',
    outlineOffset: 0,
  },
  '&:has([aria-invalid="true"])': { borderColor: 'error.main', outlineColor: 'error.main' },
  '& input': {
    flex: 1,
    boxSizing: 'content-box',
    minWidth: 0,
    width: '100%',
    // With the line around it as high as buttons and the fields of dense rows.
    height: '20px',
    m: 0,
    px: 0,
    py: '5px',
    border: 0,
    outline: 0,
    borderRadius: 'inherit',
    font: 'inherit',
    letterSpacing: 'inherit',
    color: 'inherit',
    background: 'none',
  },
  '& input::placeholder': { color: 'inherit', opacity: 'var(--mui-opacity-inputPlaceholder)' },
} as const;

interface FieldFrameProps extends Pick<TextInputProps, 'label' | 'error' | 'helper'> {
  /** The id of the field. */
  id: string;
  children: ReactNode;
}

/** The `aria-describedby` of a framed field. */
export function describing(
  id: string,
  { error, helper }: Pick<TextInputProps, 'error' | 'helper'>,
) {
  return {
    'aria-invalid': error !== null,
    'aria-describedby': (error ?? helper) === undefined ? undefined : `${id}-hint`,
  };
}

/** A field's label above it, which is always readable, and its helper text or error below. */
export function FieldFrame({ id, label, error, helper, children }: FieldFrameProps) {
  const hint = error ?? helper;
  return (
    // Keeps its height beside a taller one.
    <Box sx={{ display: 'grid', gap: 0.5, alignContent: 'start' }}>
      <Box component="label" htmlFor={id} sx={{ fontSize: '0.8125rem', fontWeight: 600 }}>
        {label}
      </Box>
      {children}
      {hint !== undefined && (
        <Box
          component="p"
          id={`${id}-hint`}
          sx={{
            m: 0,
            fontSize: '0.75rem',
            lineHeight: 1.4,
            color: error === null ? 'text.secondary' : 'error.main',
          }}
        >
          {hint}
        </Box>
      )}
    </Box>
  );
}

/** A text field of one line with its helper text and error. */
export function TextInput(props: TextInputProps) {
  const { label, error, helper, end, ...input } = props;
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} helper={helper}>
      <Box sx={outline}>
        <input type="text" {...input} id={id} {...describing(id, { error, helper })} />
        {end !== undefined && (
          <Box component="span" sx={{ pl: 0.5, whiteSpace: 'nowrap' }}>
            {end}
          </Box>
        )}
      </Box>
    </FieldFrame>
  );
}
