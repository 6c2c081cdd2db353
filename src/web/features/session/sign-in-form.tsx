import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useForm, type FieldPath, type FieldValues } from 'react-hook-form';
import type { z } from '../../../contract/zod.ts';
import { FormText } from '../../components/form.tsx';

/** A field of a form; `wrong` is shown if its value is not accepted. */
export interface SignInField<Name extends string> {
  name: Name;
  label: string;
  autoComplete: string;
  wrong: string;
  helper?: string;
  type?: 'password';
}

interface SignInFormProps<T extends FieldValues> {
  /** Accessible name of the form. */
  label: string;
  title: string;
  note?: string;
  schema: z.ZodType<T, T>;
  fields: readonly SignInField<FieldPath<T>>[];
  action: string;
  busy: boolean;
  onSubmit: (values: T) => void;
}

/** A sign-in method with a form. */
export function SignInForm<T extends FieldValues>(props: SignInFormProps<T>) {
  const { label, title, note, schema, fields, action, busy, onSubmit } = props;
  const { control, handleSubmit } = useForm<T, unknown, T>({ resolver: zodResolver(schema) });
  return (
    <Box
      component="form"
      aria-label={label}
      noValidate
      onSubmit={(event) => void handleSubmit(onSubmit)(event)}
      sx={{ display: 'grid', gap: 1.5 }}
    >
      <Typography variant="h2">{title}</Typography>
      {note !== undefined && (
        <Typography variant="body2" color="textSecondary">
          {note}
        </Typography>
      )}
      {fields.map((field) => (
        <FormText key={field.name} control={control} {...field} />
      ))}
      <Button type="submit" variant="contained" disabled={busy}>
        {action}
      </Button>
    </Box>
  );
}
