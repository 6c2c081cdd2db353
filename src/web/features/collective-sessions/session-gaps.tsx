import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CollectiveSessions } from '../../../contract/console/fleet-entity.ts';
import { FLEET_ROUTES } from '../../../contract/console/fleet.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { errorText } from '../../api/errors.ts';
import { mutation } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { EntityLink } from '../../components/entity-name.tsx';
import { Live } from '../../components/live.tsx';
import { DateTimeText, RelativeTimeText } from '../../components/time-text.tsx';

interface SessionGapsProps {
  collectiveId: string;
  sessions: CollectiveSessions;
}

/** Entities missing from the figures, entirely or in part, with the reasons. */
export function SessionGaps({ collectiveId, sessions }: SessionGapsProps) {
  const { never, partial, partlyRead, failing } = sessions;
  if (never.total + partial.total + partlyRead.total + failing.total === 0) return null;
  return (
    <Box component="section" aria-label="What is missing" sx={{ display: 'grid', gap: 1 }}>
      <Gap
        total={failing.total}
        title={`${formatCount(failing.total, 'Entity', 'Entities')} could not be read last time`}
        action={<ReadAgain collectiveId={collectiveId} total={failing.total} />}
        rows={failing.entities.map(({ id, name, message, triedAt, readAt }) => (
          <li key={id}>
            <EntityLink id={id} name={name} /> · {message}, tried{' '}
            <RelativeTimeText instant={triedAt} />
            {readAt !== null && (
              <>
                ; read before that, <RelativeTimeText instant={readAt} />
              </>
            )}
          </li>
        ))}
      />
      <Gap
        total={partlyRead.total}
        title={`${formatCount(partlyRead.total, 'Entity', 'Entities')} partly read`}
        action={<ReadAgain collectiveId={collectiveId} total={partlyRead.total} />}
        rows={partlyRead.entities.map(({ id, name, message, triedAt }) => (
          <li key={id}>
            <EntityLink id={id} name={name} /> · {message} Read{' '}
            <RelativeTimeText instant={triedAt} />
          </li>
        ))}
      />
      <Gap
        total={never.total}
        title={`${formatCount(never.total, 'Entity', 'Entities')} not read yet`}
        rows={never.entities.map(({ id, name }) => (
          <li key={id}>
            <EntityLink id={id} name={name} />
          </li>
        ))}
      />
      <Gap
        total={partial.total}
        title={`${formatCount(partial.total, 'Entity', 'Entities')} known for a part of the period`}
        rows={partial.entities.map(({ id, name, knownFrom }) => (
          <li key={id}>
            <EntityLink id={id} name={name} /> · known from <DateTimeText instant={knownFrom} />
          </li>
        ))}
      />
    </Box>
  );
}

interface GapProps {
  total: number;
  title: string;
  action?: ReactNode;
  rows: ReactNode[];
}

function Gap({ total, title, action, rows }: GapProps) {
  if (total === 0) return null;
  return (
    <Box component="details" sx={{ fontSize: '0.8125rem' }}>
      <Box
        component="summary"
        sx={{ cursor: 'pointer', minHeight: 24, color: 'var(--mui-palette-status-amber)' }}
      >
        {title}
      </Box>
      <Box sx={{ display: 'grid', gap: 0.75, justifyItems: 'start', mt: 0.5 }}>
        {action}
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {rows}
        </Box>
        {total > rows.length && (
          <Typography variant="body2">and {formatNumber(total - rows.length)} more</Typography>
        )}
      </Box>
    </Box>
  );
}

/** Reads the failed Entities again, before all others. */
function ReadAgain({ collectiveId, total }: { collectiveId: string; total: number }) {
  const refresh = useMutation(mutation(FLEET_ROUTES.refreshFleet));
  const { reason } = usePermission('refresh-fleet');
  return (
    <Live sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
      <Tooltip title={reason ?? ''}>
        <Button
          variant="outlined"
          color="inherit"
          aria-disabled={reason !== null}
          disabled={refresh.isPending}
          onClick={() => {
            if (reason !== null) return;
            refresh.mutate({
              body: { entityIds: null, collectiveId, resources: ['sessions'], only: 'failed' },
            });
          }}
        >
          Try {total === 1 ? 'it' : `these ${formatNumber(total)}`} again
        </Button>
      </Tooltip>
      {refresh.isSuccess && <span>They are read next.</span>}
      {refresh.error !== null && <span>The request failed: {errorText(refresh.error).title}</span>}
    </Live>
  );
}
