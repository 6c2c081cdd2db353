import OutlinedInput from '@mui/material/OutlinedInput';
import { useId } from 'react';
import { describing, FieldFrame, type TextInputProps } from './text-input.tsx';

/** A text field that grows with its lines, with its helper text and error. */
export function TextArea(props: Omit<TextInputProps, 'end' | 'type'>) {
  const { label, error, helper, ref, ...input } = props;
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} helper={helper}>
      <OutlinedInput
        id={id}
        error={error !== null}
        multiline
        minRows={2}
        inputRef={ref}
        inputProps={{ ...input, ...describing(id, { error, helper }) }}
      />
    </FieldFrame>
  );
}
