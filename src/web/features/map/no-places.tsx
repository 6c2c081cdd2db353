import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { fleetStatusOf } from '../../api/fleet-status.ts';
import { TextLink } from '../../components/app-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';

/** What a map without any place shows: whether there are none, or they were not read. */
export function NoPlaces({ collective }: { collective: string | undefined }) {
  const { data } = useQuery(fleetStatusOf({ collective }));
  const places = data?.resources.find(({ resource }) => resource === 'locations');
  if (data === undefined || places === undefined)
    return <EmptyState title="No places are known." />;
  const read = places.fresh + places.stale;
  if (read === data.entities) {
    return (
      <EmptyState title="The Service lists no places of these Entities.">
        <Typography variant="body2">
          {data.entities === 0
            ? 'There are no Entities yet. Import a directory to fill it.'
            : `All ${formatCount(data.entities, 'Entity was', 'Entities were')} read.`}
        </Typography>
      </EmptyState>
    );
  }
  const isReading = data.paused === null && (data.isAutomatic || data.asked > 0);
  return (
    <EmptyState title={isReading ? 'Places are being read.' : 'No places have been read yet.'}>
      <Typography variant="body2">
        {formatNumber(read)} of {formatCount(data.entities, 'Entity', 'Entities')} so far; what is
        found appears here at once.
        {!data.isAutomatic && ' Automatic reading is off.'}
        {data.paused !== null && ` Reading is paused: ${data.paused.message}`}
      </Typography>
      <TextLink to="/settings/fleet">Fleet data</TextLink>
    </EmptyState>
  );
}
