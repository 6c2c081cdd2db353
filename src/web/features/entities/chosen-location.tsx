import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { Location } from '../../../contract/location.ts';
import { formatCount } from '../../../domain/format.ts';
import { presetRange } from '../../../domain/session-period.ts';
import { errorText } from '../../api/errors.ts';
import { mutation, query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { useChangeObstacle } from '../../components/offboarded-context.ts';
import { ActButton } from '../../components/act-button.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CopyId, CopyText } from '../../components/copy-id.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { Read } from '../../components/read.tsx';
import { useZone } from '../../theme/preferences.ts';
import { coordinatesOf, isOnMap, labelOf, matchedCount } from './location-facts.ts';
import { useAllSessions } from './use-all-sessions.ts';

interface ChosenLocationProps {
  entityId: string;
  locationId: string;
  onClose: () => void;
}

/** The selected place as the Service has it now, with a button to delete it. */
export function ChosenLocation({ entityId, locationId, onClose }: ChosenLocationProps) {
  const place = useQuery({
    ...query(ENDPOINTS.getLocation, { params: { entityId, locationId } }),
    staleTime: 0,
  });
  return (
    <Box
      component="section"
      aria-label="Selected place"
      sx={{ mt: 2, p: 1.5, borderLeft: 3, borderColor: 'primary.main', display: 'grid', gap: 1.5 }}
    >
      <Read query={place} what="this place" height={120}>
        {(location) => (
          <>
            <AsOf read={place} what="this place" />
            <FactList label="Selected place">
              <Fact name="Label">{labelOf(location)}</Fact>
              <Fact name="Coordinates">
                <CopyText
                  text={coordinatesOf(location)}
                  label={coordinatesOf(location)}
                  what="the coordinates of the selected place"
                />
                {!isOnMap(location) && ' are outside the valid range'}
              </Fact>
              <Fact name="Id">
                <CopyId id={location.id} what="the id of the place" />
              </Fact>
              <Fact name="Sessions">
                <MatchedSessions entityId={entityId} locationId={locationId} />
              </Fact>
            </FactList>
            <DeleteLocation entityId={entityId} location={location} onDeleted={onClose} />
          </>
        )}
      </Read>
    </Box>
  );
}

/** Text with how many sessions of the last 90 days were matched to a place. */
function MatchedSessions({ entityId, locationId }: Omit<ChosenLocationProps, 'onClose'>) {
  const zone = useZone();
  const [openedMs] = useState(() => Date.now());
  const { value, live, complete } = useAllSessions(entityId, presetRange('90d', zone, openedMs));
  if (value === undefined) {
    return live.error === null
      ? 'counting the matched sessions…'
      : `the matched sessions could not be read: ${errorText(live.error).title}.`;
  }
  const count = matchedCount(value, locationId);
  const counted = complete ? '' : ' so far';
  if (count === 0) return `no session of the last 90 days was matched to it${counted}.`;
  return `${formatCount(count, 'session', 'sessions')} of the last 90 days ${count === 1 ? 'was' : 'were'} matched to it${counted}; these do not change.`;
}

interface DeleteLocationProps {
  entityId: string;
  location: Location;
  onDeleted: () => void;
}

function DeleteLocation({ entityId, location, onDeleted }: DeleteLocationProps) {
  const reason = useChangeObstacle(usePermission('change-entity').reason);
  const [asking, setAsking] = useState(false);
  const removal = useMutation(mutation(ENDPOINTS.deleteLocation));
  const remove = () =>
    removal.mutate(
      { params: { entityId, locationId: location.id } },
      {
        onSuccess: () => {
          setAsking(false);
          onDeleted();
        },
      },
    );
  const name = labelOf(location);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <ActButton color="error" denial={reason} onClick={() => setAsking(true)}>
        Delete this place
      </ActButton>
      {asking && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          act="Delete the place"
          sending={removal}
          failed={
            mayBeDone(removal.error)
              ? 'It is not known whether the place was deleted'
              : 'Not deleted'
          }
          advice="The list is being refreshed; it shows whether the place still exists."
          onConfirm={remove}
          onClose={() => {
            removal.reset();
            setAsking(false);
          }}
        >
          <Typography>
            The Service deletes this place of the Entity. This cannot be undone: the interface has
            no way to add a place.
          </Typography>
          <Typography>
            Later sessions can no longer be matched to it. Existing references:{' '}
            <MatchedSessions entityId={entityId} locationId={location.id} />
          </Typography>
        </ConfirmDialog>
      )}
    </Box>
  );
}
