import Box from '@mui/material/Box';
import type { FleetCollective, ResourceKnown } from '../../../contract/console/fleet-entity.ts';
import { RESOURCE_LABELS } from '../../../domain/fleet-policy.ts';
import { formatNumber } from '../../../domain/format.ts';
import { hasOwnAge } from '../../../domain/own-age.ts';
import { Card } from '../../components/card.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';

/** For how many Entities each resource is known, and its age. */
export function CollectiveKnown({ overview }: { overview: FleetCollective }) {
  const { known, entities, asOf } = overview;
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
          <Resource key={each.resource} known={each} of={entities} asOf={asOf} />
        ))}
      </Box>
    </Card>
  );
}

interface ResourceProps {
  known: ResourceKnown;
  of: number;
  /** When the page was read: a resource shows its age only if it is older. */
  asOf: string;
}

function Resource({ known, of, asOf }: ResourceProps) {
  const { resource, read, fresh, partly, failed, oldestAt } = known;
  const stale = read - fresh;
  const isNoneRead = read + partly === 0;
  const isOlder = hasOwnAge(oldestAt, asOf);
  return (
    <Box>
      <Box component="dt" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
        {RESOURCE_LABELS[resource]}
      </Box>
      <Box component="dd" sx={{ m: 0 }}>
        {isNoneRead && of > 0 ? (
          'Not read yet'
        ) : (
          <>
            {formatNumber(read)} of {formatNumber(of)}
          </>
        )}
        <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
          {isOlder && (
            <>
              oldest <RelativeTimeText instant={oldestAt} />
            </>
          )}
          {stale > 0 && `${isOlder ? ', ' : ''}${formatNumber(stale)} stale`}
          {partly > 0 && (
            <Box component="span" sx={{ color: 'var(--mui-palette-status-amber)' }}>
              {isOlder || stale > 0 ? ', ' : ''}
              {formatNumber(partly)} partly read
            </Box>
          )}
          {failed > 0 && (
            <Box component="span" sx={{ color: 'var(--mui-palette-status-amber)' }}>
              {isOlder || stale + partly > 0 ? ', ' : ''}
              {formatNumber(failed)} failing
            </Box>
          )}
        </Box>
      </Box>
    </Box>
  );
}
