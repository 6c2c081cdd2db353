import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { PlaceMap } from '../../../contract/console/places.ts';
import { formatCount } from '../../../domain/format.ts';
import { AppLink, TextLink } from '../../components/app-link.tsx';
import { Card, CardLink, Nothing } from '../../components/card.tsx';
import { Read } from '../../components/read.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { ClusterMap } from './cluster-map.tsx';
import { useGrouping } from './groups.ts';
import { mapOf } from './map-queries.ts';
import { atOf, SHOWN_ZOOM } from './map-search.ts';
import { MapLegend } from './map-tools.tsx';

const HEIGHT = 186;
/** One line of the legend, in px. */
const LEGEND_LINE = 24;

interface MapCardProps {
  /** Only the places of one Collective; absent: the whole fleet. */
  collectiveId?: string | undefined;
  /** Opens the map with what is written in its address. */
  onOpen: (search: { at?: string; colour: 'outcome' }) => void;
}

/** A small map of the fleet, coloured by the last outcome; a mark leads to the map itself. */
export function MapCard({ collectiveId, onOpen }: MapCardProps) {
  const map = useQuery(mapOf({ collective: collectiveId }));
  // The legend takes two lines of a phone.
  const legend = (useNarrow() ? 2 : 1) * LEGEND_LINE;
  return (
    <Card
      title="Map"
      note={
        map.data !== undefined &&
        map.data.count > 0 &&
        `${formatCount(map.data.entities, 'Entity', 'Entities')} by last outcome`
      }
      aside={
        // That of a Collective is a tab of the same page.
        collectiveId === undefined ? (
          <AppLink to="/map" search={{ colour: 'outcome' }}>
            Open the map
          </AppLink>
        ) : (
          <CardLink onClick={() => onOpen({ colour: 'outcome' })}>Open the map</CardLink>
        )
      }
    >
      <Read query={map} what="the map" height={HEIGHT + legend}>
        {(data) =>
          data.count === 0 ? (
            <Nothing>
              No places are known yet. <TextLink to="/settings/fleet">Fleet data</TextLink>
            </Nothing>
          ) : (
            <SmallMap map={data} onOpen={onOpen} legend={legend} />
          )
        }
      </Read>
    </Card>
  );
}

const nothing = () => {};

interface SmallMapProps extends Pick<MapCardProps, 'onOpen'> {
  map: PlaceMap;
  /** Height of its room in px. */
  legend: number;
}

function SmallMap({ map, onOpen, legend }: SmallMapProps) {
  const grouping = useGrouping(map, 'outcome');
  return (
    <>
      <Box
        sx={{
          position: 'relative',
          isolation: 'isolate',
          overflow: 'hidden',
          height: HEIGHT,
          borderRadius: 0.5,
        }}
      >
        <ClusterMap
          label="Map of the fleet"
          map={map}
          grouping={grouping}
          by="outcome"
          view={null}
          small
          onView={nothing}
          covered={false}
          onMark={([south, west, north, east]) => {
            const [latitude, longitude] = [(south + north) / 2, (west + east) / 2];
            onOpen({ at: atOf({ latitude, longitude, zoom: SHOWN_ZOOM }), colour: 'outcome' });
          }}
        />
      </Box>
      <Box
        sx={{
          pt: 0.5,
          minHeight: legend,
          display: 'flex',
          flexWrap: 'wrap',
          alignContent: 'start',
          columnGap: 2,
          rowGap: 0.5,
        }}
      >
        {/* Entities alone: the places of each are in the legend of the map itself. */}
        <MapLegend
          groups={grouping.groups.map((group) => ({ ...group, count: group.entities }))}
          wrapped
        />
      </Box>
    </>
  );
}
