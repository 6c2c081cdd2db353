import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { z } from '../../../contract/zod.ts';
import { TextInput } from '../../components/text-input.tsx';
import { useSchemaForm } from '../../components/use-schema-form.ts';

/** A field of a form; `wrong` is shown if its value is not accepted. */
export interface SignInField {
  name: string;
  label: string;
  autoComplete: string;
  wrong: string;
  helper?: string;
  type?: 'password';
}

interface SignInFormProps<T> {
  /** Accessible name of the form. */
  label: string;
  title: string;
  note?: string;
  schema: z.ZodType<T>;
  fields: readonly SignInField[];
  action: string;
  busy: boolean;
  onSubmit: (values: T) => void;
}

/** A sign-in method with a form. */
export function SignInForm<T>(props: SignInFormProps<T>) {
  const { label, title, note, schema, fields, action, busy, onSubmit } = props;
  const { form, problem } = useSchemaForm(schema, onSubmit);
  return (
    <Box component="form" aria-label={label} {...form} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h2">{title}</Typography>
      {note !== undefined && (
        <Typography variant="body2" color="textSecondary">
          {note}
        </Typography>
      )}
      {fields.map(({ wrong, ...field }) => (
        <TextInput key={field.name} {...field} error={problem(field.name, wrong)} />
      ))}
      <Button type="submit" variant="contained" disabled={busy}>
        {action}
      </Button>
    </Box>
  );
}
