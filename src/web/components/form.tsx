import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, type BaseSyntheticEvent, type ReactNode } from 'react';
import {
  useController,
  type Control,
  type FieldError,
  type FieldPath,
  type FieldValues,
} from 'react-hook-form';
import { ErrorPanel } from './error-panel.tsx';
import { Live } from './live.tsx';
import { ActDialog, NOTHING_SENT } from './plain-dialog.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';

interface FormDialogProps {
  title: string;
  maxWidth?: 'xs' | 'sm' | 'md';
  /** What it is about. */
  description?: ReactNode;
  /** The fields. */
  children: ReactNode;
  /** The button's label: a verb and its object. */
  act: string;
  /** The button's label while sending. */
  working?: string;
  /** The label of the button that leaves everything unchanged; absent: "Cancel". */
  keep?: string;
  /** The button of a form that leads to something irreversible is red. */
  color?: 'primary' | 'error';
  /** The request; absent: the form leads to another step. */
  sending?: { isPending: boolean; error: Error | null };
  /** Whether the request goes on to the Service. */
  toService?: boolean;
  /** What failed if it did: "The password was not changed". */
  failed?: string;
  /** Said instead of the fields once it is done, when only closing is left. */
  done?: ReactNode;
  /** What `handleSubmit` of the form made. */
  onSubmit: (event: BaseSyntheticEvent) => Promise<void>;
  onClose: () => void;
}

/** A form in a dialog, which Enter sends; something irreversible is asked by `ConfirmDialog`. */
export function FormDialog(props: FormDialogProps) {
  const { title, maxWidth = 'xs', act, sending = NOTHING_SENT, done = null, onClose } = props;
  const id = useId();
  const isOver = done !== null;
  return (
    <ActDialog
      title={title}
      maxWidth={maxWidth}
      act={act}
      working={props.working}
      keep={props.keep ?? 'Cancel'}
      isPending={sending.isPending}
      toService={props.toService ?? false}
      over={isOver}
      button={{ type: 'submit', form: id, color: props.color ?? 'primary' }}
      onClose={onClose}
    >
      {!isOver && (
        <>
          {props.description !== undefined && (
            <Typography variant="body2" component="div">
              {props.description}
            </Typography>
          )}
          <Box
            component="form"
            id={id}
            noValidate
            onSubmit={(event) => void props.onSubmit(event)}
            onKeyDown={(event) => {
              // A search among the fields, such as that of a list of choices, is not the form's end.
              const { target } = event;
              const isSearch = target instanceof HTMLInputElement && target.type === 'search';
              if (event.key === 'Enter' && isSearch) event.preventDefault();
            }}
            sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
          >
            {props.children}
          </Box>
        </>
      )}
      <ErrorPanel what={props.failed ?? 'Not sent'} error={sending.error}>
        <Typography variant="body2">Your input is kept.</Typography>
      </ErrorPanel>
      <Live>{done}</Live>
    </ActDialog>
  );
}

interface FormTextProps<In extends FieldValues, Out> extends Omit<
  TextInputProps,
  'error' | 'name'
> {
  control: Control<In, unknown, Out>;
  name: FieldPath<In>;
  /** Said of a wrong value instead of the general words of the schema. */
  wrong?: string;
}

/** A text field of a form. */
export function FormText<In extends FieldValues, Out>(props: FormTextProps<In, Out>) {
  const { control, name, wrong, ...input } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <TextInput
      {...input}
      {...field}
      value={field.value ?? ''}
      error={problemOf(fieldState.error, wrong)}
    />
  );
}

/** What is said of a wrong value, or null: a rule of its own has its own words. */
function problemOf(error: FieldError | undefined, wrong: string | undefined): string | null {
  // One field may hold a list, such as tags, of which any part is wrong.
  const first = [error].flat().find((each) => each !== undefined);
  if (first === undefined) return null;
  return (first.type === 'custom' ? undefined : wrong) ?? first.message ?? null;
}
