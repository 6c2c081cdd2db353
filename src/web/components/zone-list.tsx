import { useMemo } from 'react';

/** All IANA zones, for fields that name this list. */
export function ZoneList({ id }: { id: string }) {
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
}
