import { memo, useMemo } from 'react';

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
