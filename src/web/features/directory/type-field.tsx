import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import Select from '@mui/material/Select';
import { useId } from 'react';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { COLLECTIVE_TYPES } from '../../../contract/collective.ts';
import type { DirectoryKind } from '../../../contract/console/directory-changes.ts';
import { ENTITY_TYPES } from '../../../contract/entity-type.ts';
import { typeLabel } from '../../../domain/format.ts';

interface TypeFieldProps<In extends FieldValues, Out> {
  kind: DirectoryKind;
  label: string;
  control: Control<In, unknown, Out>;
  name: FieldPath<In>;
}

/** One of the types that the interface has; one that a record already has stays a choice. */
export function TypeField<In extends FieldValues, Out>(props: TypeFieldProps<In, Out>) {
  const { kind, label, control, name } = props;
  const { field, formState } = useController({ control, name });
  const id = useId();
  const known: readonly string[] = kind === 'entity' ? ENTITY_TYPES : COLLECTIVE_TYPES;
  const held = String(formState.defaultValues?.[name] ?? '');
  return (
    <FormControl fullWidth>
      <FormLabel htmlFor={id}>{label}</FormLabel>
      <Select native inputProps={{ id }} {...field} value={field.value ?? ''}>
        <option value="">Not known</option>
        {[...new Set([held, ...known])].flatMap((type) =>
          type === '' ? (
            []
          ) : (
            <option key={type} value={type}>
              {typeLabel(type)}
            </option>
          ),
        )}
      </Select>
    </FormControl>
  );
}
