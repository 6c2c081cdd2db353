import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { Location } from '../../../contract/location.ts';
import { mutation, query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { useChangeObstacle } from '../../components/offboarded-context.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { AsOf } from '../../components/as-of.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CopyId, CopyText } from '../../components/copy-id.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { coordinatesOf, isOnMap, labelOf } from './location-facts.ts';
import { MatchedSessions } from './matched-sessions.tsx';

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
      {place.isPending && place.error === null && (
        <BlockSkeleton height={120} what="the selected place" />
      )}
      {place.data === undefined && place.error !== null && (
        <ErrorPanel
          what="This place could not be read"
          error={place.error}
          onRetry={() => void place.refetch()}
          retrying={place.isFetching}
        />
      )}
      {place.data !== undefined && (
        <>
          <AsOf read={place} what="this place" />
          <FactList label="Selected place">
            <Fact name="Label">{labelOf(place.data)}</Fact>
            <Fact name="Coordinates">
              <CopyText
                text={coordinatesOf(place.data)}
                label={coordinatesOf(place.data)}
                what="the coordinates of the selected place"
              />
              {!isOnMap(place.data) && ' are outside the valid range'}
            </Fact>
            <Fact name="Id">
              <CopyId id={place.data.id} what="the id of the place" />
            </Fact>
            <Fact name="Sessions">
              <MatchedSessions entityId={entityId} locationId={locationId} />
            </Fact>
          </FactList>
          <DeleteLocation entityId={entityId} location={place.data} onDeleted={onClose} />
        </>
      )}
    </Box>
  );
}

interface DeleteLocationProps {
  entityId: string;
  location: Location;
  onDeleted: () => void;
}

function DeleteLocation({ entityId, location, onDeleted }: DeleteLocationProps) {
  const id = useId();
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
      <Button
        variant="outlined"
        color="error"
        disabled={reason !== null}
        aria-describedby={reason === null ? undefined : id}
        onClick={() => setAsking(true)}
      >
        Delete this place
      </Button>
      {reason !== null && (
        <Typography id={id} variant="body2" color="textSecondary">
          {reason}
        </Typography>
      )}
      {asking && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          typed={null}
          act="Delete the place"
          acting={removal.isPending}
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
          {removal.error !== null && (
            <ErrorPanel
              what={
                mayBeDone(removal.error)
                  ? 'It is not known whether the place was deleted'
                  : 'Not deleted'
              }
              error={removal.error}
            >
              <Typography variant="body2">
                The list is being refreshed; it shows whether the place still exists.
              </Typography>
            </ErrorPanel>
          )}
        </ConfirmDialog>
      )}
    </Box>
  );
}
