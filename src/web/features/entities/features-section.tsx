import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { useLeftOut } from '../../api/left-out.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { useChangeObstacle } from '../../components/offboarded-context.ts';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { PartlyRead, StoredAsOf, StoredFailure } from '../../components/stored-read.tsx';
import { FeatureSwitch } from './feature-switch.tsx';
import { useStored } from './use-stored.ts';

/** Every feature that the Service lists for an Entity, as a switch. */
export function FeaturesSection({ entityId }: { entityId: string }) {
  const features = useQuery(query(ENDPOINTS.listFeatures, { params: { entityId } }));
  const reason = useChangeObstacle(usePermission('change-entity').reason);
  const stored = useStored(entityId, 'features');
  const leftOut = useLeftOut('listFeatures', { entityId });
  const data = features.data ?? stored?.entity.features ?? undefined;
  const kept = features.data === undefined && data !== undefined ? stored : null;
  return (
    <Section
      title="Features"
      aside={
        kept === null ? (
          data !== undefined && <AsOf read={features} what="the features" />
        ) : (
          <StoredAsOf stored={kept.read} read={features} />
        )
      }
    >
      {kept === null && <PartlyRead message={leftOut} />}
      {kept !== null && <StoredFailure read={features} what="the features" />}
      {data === undefined && <ReadBlock read={features} what="the features" rows={3} />}
      {data !== undefined && data.length === 0 && (
        <EmptyState title="The Service lists no features for this Entity.">
          <Typography variant="body2">
            Features are platform capabilities that are switched on per Entity.
          </Typography>
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && (
        <Box
          component="ul"
          aria-label="Features"
          sx={{ listStyle: 'none', m: 0, p: 0, borderTop: 1, borderColor: 'divider' }}
        >
          {data.map((feature) => (
            <FeatureSwitch
              key={feature.feature}
              entityId={entityId}
              feature={feature}
              denied={reason !== null}
            />
          ))}
        </Box>
      )}
    </Section>
  );
}
