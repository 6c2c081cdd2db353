import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { formatQuantity } from '../../../domain/format.ts';
import { errorText } from '../../api/errors.ts';
import { useLeftOut } from '../../api/left-out.ts';
import { query } from '../../api/query.ts';
import { useCapacityUnit, usePermission } from '../../api/session.ts';
import { Card } from '../../components/card.tsx';
import { useChangeObstacle } from '../../components/offboarded-context.ts';
import { ReadBlock } from '../../components/read-block.tsx';
import { PartlyRead, StoredAsOf, StoredFailure } from '../../components/stored-read.tsx';
import type { EntitySearch } from './entity-search.ts';
import { FeatureSwitch } from './feature-switch.tsx';
import { useStored } from './use-stored.ts';

interface OverviewSettingsProps {
  entityId: string;
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** Height of two features in px. */
const FEATURES_HEIGHT = 89;

/** The features of an Entity as switches, and its battery capacity. */
export function OverviewSettings({ entityId, onSearch }: OverviewSettingsProps) {
  const features = useQuery(query(ENDPOINTS.listFeatures, { params: { entityId } }));
  const capacity = useQuery(query(ENDPOINTS.getBatteryCapacity, { params: { entityId } }));
  const storedFeatures = useStored(entityId, 'features');
  const storedCapacity = useStored(entityId, 'capacity');
  const listed = features.data ?? storedFeatures?.entity.features ?? undefined;
  const kept = features.data === undefined && listed !== undefined ? storedFeatures : null;
  const known = capacity.data ?? storedCapacity?.entity.capacity ?? undefined;
  const leftOut = useLeftOut('listFeatures', { entityId });
  const unit = useCapacityUnit();
  const reason = useChangeObstacle(usePermission('change-entity').reason);
  const open = () => onSearch({ tab: 'settings' });
  return (
    <Card
      title="Settings"
      note={reason ?? (kept !== null && <StoredAsOf stored={kept.read} read={features} />)}
      aside={
        <Link component="button" variant="body2" onClick={open}>
          {reason === null ? 'Change' : 'Show'}
        </Link>
      }
    >
      {kept === null && <PartlyRead message={leftOut} />}
      {kept !== null && <StoredFailure read={features} what="the features" />}
      {listed === undefined && (
        <ReadBlock read={features} what="the features" height={FEATURES_HEIGHT} />
      )}
      {listed?.length === 0 && (
        <Typography variant="body2">The Service lists no features for this Entity.</Typography>
      )}
      {listed !== undefined && listed.length > 0 && (
        <Box component="ul" aria-label="Features" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {listed.map((feature) => (
            <FeatureSwitch
              key={feature.feature}
              entityId={entityId}
              feature={feature}
              denied={reason !== null}
              onOpenBattery={open}
            />
          ))}
        </Box>
      )}
      <Typography variant="body2" sx={{ mt: 1 }}>
        Battery capacity:{' '}
        {known === undefined
          ? capacity.error === null
            ? 'Reading…'
            : `Could not be read: ${errorText(capacity.error).title}`
          : formatQuantity(known.batteryCapacity, unit, 1)}
      </Typography>
    </Card>
  );
}
