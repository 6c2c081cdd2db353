import { useState } from 'react';
import type { FleetEnergy } from '../../../contract/console/energy.ts';

/**
 * The rows in the order in which each was first shown, while the page is open: none moves away from under the
 * pointer. New ones come last.
 */
export function useKeptOrder<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  const [order, setOrder] = useState<readonly string[]>([]);
  const added = rows.filter(({ id }) => !order.includes(id)).map(({ id }) => id);
  const known = [...order, ...added];
  if (added.length > 0) setOrder(known);
  return rows.toSorted((a, b) => known.indexOf(a.id) - known.indexOf(b.id));
}

/**
 * The energy with its layers in the order in which they were first shown: colours follow positions, so they
 * stay while the fleet is still being read. The rest stays last.
 */
export function useKeptLayers(energy: FleetEnergy | null): FleetEnergy | null {
  const named = useKeptOrder(
    energy?.stack.flatMap((layer) =>
      layer.collective === null ? [] : [{ id: layer.collective.id, layer }],
    ) ?? [],
  );
  if (energy === null) return null;
  const rest = energy.stack.filter(({ collective }) => collective === null);
  return { ...energy, stack: [...named.map(({ layer }) => layer), ...rest] };
}
