import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { CollectiveSessions } from '../../../contract/console/fleet-entity.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { usePermission } from '../../api/session.ts';
import { EntityLink } from '../../components/entity-name.tsx';
import { DateTimeText, RelativeTimeText } from '../../components/time-text.tsx';
import { Retry } from '../fleet/retry-reads.tsx';

interface SessionGapsProps {
  collectiveId: string;
  sessions: CollectiveSessions;
}

const triedAt = (row: CollectiveSessions['failing']['entities'][number]) => (
  <>
    {row.message}, tried <RelativeTimeText instant={row.triedAt} />
  </>
);

const knownFrom = (row: CollectiveSessions['partial']['entities'][number]) => (
  <>
    known from <DateTimeText instant={row.knownFrom} />
  </>
);

/** Entities missing from the figures, entirely or in part, with the reasons. */
export function SessionGaps({ collectiveId, sessions }: SessionGapsProps) {
  const { never, partial, partlyRead, failing } = sessions;
  if (never.total + partial.total + partlyRead.total + failing.total === 0) return null;
  return (
    <Box component="section" aria-label="What is missing" sx={{ display: 'grid', gap: 1 }}>
      <Gap
        some={failing}
        what="could not be read last time"
        action={<ReadAgain collectiveId={collectiveId} total={failing.total} />}
        reason={triedAt}
      />
      <Gap
        some={partlyRead}
        what="partly read"
        action={<ReadAgain collectiveId={collectiveId} total={partlyRead.total} />}
        reason={({ message }) => message}
      />
      <Gap some={never} what="not read yet" />
      <Gap some={partial} what="known for a part of the period" reason={knownFrom} />
    </Box>
  );
}

interface GapProps<Row> {
  some: { total: number; entities: readonly Row[] };
  what: string;
  action?: ReactNode;
  reason?: (row: Row) => ReactNode;
}

function Gap<Row extends { id: string; name: string | null }>(props: GapProps<Row>) {
  const { some, what, action, reason } = props;
  const { total, entities } = some;
  if (total === 0) return null;
  return (
    <Box component="details" sx={{ fontSize: '0.8125rem' }}>
      <Box
        component="summary"
        sx={{ cursor: 'pointer', minHeight: 24, color: 'var(--mui-palette-status-amber)' }}
      >
        {formatCount(total, 'Entity', 'Entities')} {what}
      </Box>
      {action}
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {entities.map((row) => (
          <li key={row.id}>
            <EntityLink id={row.id} name={row.name} />
            {reason !== undefined && <> · {reason(row)}</>}
          </li>
        ))}
        {total > entities.length && <li>and {formatNumber(total - entities.length)} more</li>}
      </Box>
    </Box>
  );
}

/** Reads the failed Entities again, before all others. */
function ReadAgain({ collectiveId, total }: { collectiveId: string; total: number }) {
  const { reason } = usePermission('refresh-fleet');
  return (
    <Box sx={{ my: 0.5 }}>
      <Retry
        act={`Try ${total === 1 ? 'it' : `these ${formatNumber(total)}`} again`}
        choice={{ entityIds: null, collectiveId, resources: ['sessions'], only: 'failed' }}
        denial={reason}
      />
    </Box>
  );
}
