import Box from '@mui/material/Box';
import type { FleetCollective, ResourceKnown } from '../../../contract/console/fleet-entity.ts';
import { RESOURCE_LABELS } from '../../../domain/fleet-policy.ts';
import { formatNumber } from '../../../domain/format.ts';
import { Card } from '../../components/card.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';

/** Of how many Entities each resource is known, and how old that is. */
export function CollectiveKnown({ overview: { known, entities } }: { overview: FleetCollective }) {
  return (
    <Card title="What is known" note="in the console’s store">
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(150px, 100%), 1fr))',
        }}
      >
        {known.map((each) => (
          <Resource key={each.resource} known={each} of={entities} />
        ))}
      </Box>
    </Card>
  );
}

function Resource({ known, of }: { known: ResourceKnown; of: number }) {
  const { resource, read, fresh, failed, oldestAt } = known;
  const stale = read - fresh;
  return (
    <Box>
      <Box component="dt" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
        {RESOURCE_LABELS[resource]}
      </Box>
      <Box component="dd" sx={{ m: 0 }}>
        {read === 0 && of > 0 ? (
          'Not read yet'
        ) : (
          <>
            {formatNumber(read)} of {formatNumber(of)}
          </>
        )}
        <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
          {oldestAt !== null && (
            <>
              oldest <RelativeTimeText instant={oldestAt} />
            </>
          )}
          {stale > 0 && `, ${formatNumber(stale)} stale`}
          {failed > 0 && (
            <Box component="span" sx={{ color: 'var(--mui-palette-status-amber)' }}>
              {oldestAt === null ? '' : ', '}
              {formatNumber(failed)} failing
            </Box>
          )}
        </Box>
      </Box>
    </Box>
  );
}
