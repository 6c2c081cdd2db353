import Box from '@mui/material/Box';
import { type ReactNode, useId, memo, useMemo } from 'react';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { browserZone } from '../theme/preferences.ts';
import { ChoiceChips } from './choice-chips.tsx';
import { TextInput } from './text-input.tsx';

interface ZoneFieldProps<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>;
  /** Of a text: an IANA zone, or what is typed so far. */
  name: FieldPath<In>;
  label: string;
  helper?: ReactNode;
}

/** The time zone of a form: the browser's, UTC, or any other by typing a part of its name. */
export function ZoneField<In extends FieldValues, Out>(props: ZoneFieldProps<In, Out>) {
  const { control, name, label, helper } = props;
  const { field, fieldState } = useController({ control, name });
  const id = useId();
  const own = browserZone();
  const near = [...new Set([own, 'UTC'])];
  return (
    <Box sx={{ display: 'grid', gap: 0.75, maxWidth: 420 }}>
      <TextInput
        {...field}
        value={field.value ?? ''}
        label={label}
        list={id}
        error={fieldState.error === undefined ? null : 'This is not a time zone.'}
        helper={helper}
        spellCheck={false}
        maxLength={60}
      />
      <ZoneList id={id} />
      <ChoiceChips
        label={`Often used for ${label.toLowerCase()}`}
        required
        choices={near.map((zone) => ({
          value: zone,
          label: zone === own ? `${zone}, of this browser` : zone,
        }))}
        value={field.value ?? ''}
        onChange={(zone) => zone !== null && field.onChange(zone)}
      />
    </Box>
  );
}

/** All IANA zones, for fields that refer to this list; rendered once, since there are hundreds. */
export const ZoneList = memo(function ZoneList({ id }: { id: string }) {
  const zones = useMemo(() => ['UTC', ...Intl.supportedValuesOf('timeZone')], []);
  return (
    <datalist id={id}>
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {zone}
        </option>
      ))}
    </datalist>
  );
});
