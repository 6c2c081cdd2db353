import { useQuery } from '@tanstack/react-query';
import { fleetOverview } from '../../api/fleet-overview.ts';
import { ReadBlock } from '../../components/read-block.tsx';
import { useZone } from '../../theme/preferences.ts';
import { EnergyCard } from './energy-card.tsx';

const HEIGHT = 180;

/** The energy of the whole fleet per day, for pages other than the Overview. */
export function EnergyOfFleet() {
  const query = useQuery(fleetOverview(useZone()));
  if (query.data === undefined) {
    return <ReadBlock read={query} what="the energy of the fleet" height={HEIGHT} />;
  }
  return <EnergyCard energy={query.data.energy} />;
}
