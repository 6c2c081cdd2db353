import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { usePermission } from '../../api/session.ts';
import { useChangeObstacle } from '../../components/offboarded-context.ts';
import { BatterySection } from './battery-section.tsx';
import { FeaturesSection } from './features-section.tsx';

/** The settings of an Entity: its features and its battery capacity. */
export function SettingsTab({ entityId }: { entityId: string }) {
  const reason = useChangeObstacle(usePermission('change-entity').reason);
  return (
    <>
      {reason !== null && (
        <Typography variant="body2" color="textSecondary">
          {reason} Everything here is read-only.
        </Typography>
      )}
      <Box
        sx={{
          display: 'grid',
          columnGap: 4,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          alignItems: 'start',
        }}
      >
        <FeaturesSection entityId={entityId} />
        <BatterySection entityId={entityId} />
      </Box>
    </>
  );
}
