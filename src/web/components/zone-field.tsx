import Box from '@mui/material/Box';
import { type ReactNode, useId, memo, useMemo } from 'react';
import { browserZone } from '../theme/preferences.ts';
import { ChoiceChips } from './choice-chips.tsx';
import { TextInput } from './text-input.tsx';

interface ZoneFieldProps {
  label: string;
  /** IANA zone, or the text typed so far. */
  value: string;
  /** Why it is rejected, or null. */
  error: string | null;
  helper?: ReactNode;
  onChange: (zone: string) => void;
}

/** A time zone: the browser's, UTC, or any other by typing a part of its name. */
export function ZoneField({ label, value, error, helper, onChange }: ZoneFieldProps) {
  const id = useId();
  const own = browserZone();
  const near = [...new Set([own, 'UTC'])];
  return (
    <Box sx={{ display: 'grid', gap: 0.75, maxWidth: 420 }}>
      <TextInput
        label={label}
        list={id}
        value={value}
        error={error}
        helper={helper}
        spellCheck={false}
        maxLength={60}
        onChange={(event) => onChange(event.target.value)}
      />
      <ZoneList id={id} />
      <ChoiceChips
        label={`Often used for ${label.toLowerCase()}`}
        required
        choices={near.map((zone) => ({
          value: zone,
          label: zone === own ? `${zone}, of this browser` : zone,
        }))}
        value={value}
        onChange={(zone) => zone !== null && onChange(zone)}
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
