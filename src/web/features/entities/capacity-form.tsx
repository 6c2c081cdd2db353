import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useForm } from 'react-hook-form';
import { z } from '../../../contract/zod.ts';
import { readCapacity } from '../../../domain/capacity-value.ts';
import { FormText } from '../../components/form.tsx';

/** A typed capacity in a unit. */
const capacityIn = (unit: string) =>
  z.object({
    capacity: z.string().transform((text, context) => {
      const { value, problem } = readCapacity(text, unit);
      if (value !== null) return value;
      context.addIssue(problem);
      return z.NEVER;
    }),
  });

interface CapacityFormProps {
  unit: string;
  /** Whether this operator may not set it. */
  denied: boolean;
  saving: boolean;
  onSet: (value: number) => void;
}

/** Sets a battery capacity; typed input stays until the operator changes it. */
export function CapacityForm({ unit, denied, saving, onSet }: CapacityFormProps) {
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(capacityIn(unit)),
    defaultValues: { capacity: '' },
  });
  const set = handleSubmit(({ capacity }) => {
    if (!denied && !saving) onSet(capacity);
  });
  return (
    <Box
      component="form"
      noValidate
      aria-label="Set the battery capacity"
      onSubmit={(event) => void set(event)}
      sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}
    >
      <FormText
        control={control}
        name="capacity"
        label={`New capacity, ${unit}`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        disabled={denied}
        helper="A number above 0, such as 68 or 13.5."
      />
      <Button type="submit" variant="contained" disabled={denied || saving}>
        {saving ? 'Setting' : 'Set the capacity'}
      </Button>
    </Box>
  );
}
