import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { readCapacity } from '../../../domain/capacity-value.ts';
import { TextInput } from '../../components/text-input.tsx';

interface CapacityFormProps {
  unit: string;
  /** Whether this operator may not set it. */
  denied: boolean;
  saving: boolean;
  onSet: (value: number) => void;
}

/** Sets a battery capacity; typed input stays until the operator changes it. */
export function CapacityForm({ unit, denied, saving, onSet }: CapacityFormProps) {
  const [text, setText] = useState('');
  const [shown, setShown] = useState(false);
  const read = readCapacity(text, unit);
  return (
    <Box
      component="form"
      noValidate
      aria-label="Set the battery capacity"
      onSubmit={(event) => {
        event.preventDefault();
        setShown(true);
        if (read.value !== null && !denied && !saving) onSet(read.value);
      }}
      sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}
    >
      <TextInput
        label={`New capacity, ${unit}`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        value={text}
        disabled={denied}
        error={shown ? read.problem : null}
        helper="A number above 0, such as 68 or 13.5."
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="contained" disabled={denied || saving}>
        {saving ? 'Setting' : 'Set the capacity'}
      </Button>
    </Box>
  );
}
