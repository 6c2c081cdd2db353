import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PlaceFailure } from '../../../contract/console/places.ts';
import { formatNumber, shortId } from '../../../domain/format.ts';
import { errorText } from '../../api/errors.ts';
import { placeFailuresQuery, readPlacesOfMutation } from '../../api/places.ts';
import { usePermission } from '../../api/session.ts';
import { TextLink } from '../../components/app-link.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';

/** The Entities whose places could not be read, with the Service's messages. */
export function SyncFailures({ collectiveId }: { collectiveId: string | null }) {
  const query = useQuery(placeFailuresQuery(collectiveId ?? undefined));
  if (query.data === undefined) {
    return <ReadBlock read={query} what="the failures" rows={3} />;
  }
  const { failures, total } = query.data;
  return (
    <div>
      <Box
        component="ul"
        aria-label="Entities whose places could not be read"
        tabIndex={0}
        sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 260, overflowY: 'auto' }}
      >
        {failures.map((failure) => (
          <Failure key={failure.entityId} failure={failure} />
        ))}
      </Box>
      {total > failures.length && (
        <Typography variant="body2" color="textSecondary">
          The first {formatNumber(failures.length)} of {formatNumber(total)} are shown.
        </Typography>
      )}
    </div>
  );
}

function Failure({ failure }: { failure: PlaceFailure }) {
  const { entityId, entityName, message, at, readAt } = failure;
  const name = entityName ?? shortId(entityId);
  const queryClient = useQueryClient();
  const permission = usePermission('gather-places');
  const retry = useMutation(readPlacesOfMutation(queryClient));
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        borderBottom: 1,
        borderColor: 'divider',
        py: 0.5,
      }}
    >
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <TextLink to="/entities/$entityId" params={{ entityId }} search={{ tab: 'locations' }}>
          {name}
        </TextLink>{' '}
        <q>{message}</q>{' '}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          <RelativeTimeText instant={at} />
          {readAt === null ? (
            ', never read'
          ) : (
            <>
              , last read <RelativeTimeText instant={readAt} />
            </>
          )}
        </Box>
        {retry.error !== null && (
          <Box role="alert" sx={{ color: 'var(--mui-palette-status-red)' }}>
            {errorText(retry.error).title}
          </Box>
        )}
      </Box>
      {permission.allowed && (
        <Button
          color="inherit"
          variant="outlined"
          aria-label={`Read the places of ${name} again`}
          aria-disabled={retry.isPending}
          onClick={() => {
            if (!retry.isPending) retry.mutate(entityId);
          }}
        >
          {retry.isPending ? 'Reading' : 'Try again'}
        </Button>
      )}
    </Box>
  );
}
