import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { CAPTURE_CHARGE_SESSIONS, type Feature } from '../../../contract/feature.ts';
import { mutation, query } from '../../api/query.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { useStored } from './use-stored.ts';

interface FeatureSwitchProps {
  entityId: string;
  feature: Feature;
  /** Whether this operator may not change it. */
  denied: boolean;
  /** Opens the field for the battery capacity; absent if it is already beside the switch. */
  onOpenBattery?: () => void;
}

/**
 * One feature. It shows the requested state while the Service is asked, and reverts to the
 * Service's state with its message if refused.
 */
export function FeatureSwitch(props: FeatureSwitchProps) {
  const { entityId, feature, denied, onOpenBattery } = props;
  const id = useId();
  const change = useMutation(mutation(ENDPOINTS.changeFeature));
  const on = change.isPending ? change.variables.body.enabled : feature.isEnabled;
  const isCapture = feature.feature === CAPTURE_CHARGE_SESSIONS;
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: 'divider', py: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <Switch
          checked={on}
          disabled={denied}
          onChange={(event) => {
            if (change.isPending) return;
            const body = { feature: feature.feature, enabled: event.target.checked };
            change.mutate({ params: { entityId }, body });
          }}
          slotProps={{
            input: { 'aria-labelledby': `${id}-name`, 'aria-describedby': `${id}-state` },
          }}
        />
        <Box sx={{ minWidth: 0 }}>
          <Typography id={`${id}-name`} sx={{ fontWeight: 600 }}>
            {feature.feature}
          </Typography>
          <Live sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            <span id={`${id}-state`}>
              {change.isPending
                ? `Switching ${on ? 'on' : 'off'}, the Service has not answered yet`
                : on
                  ? 'On'
                  : 'Off'}
            </span>
          </Live>
        </Box>
      </Box>
      {isCapture && (
        <CaptureTerms
          entityId={entityId}
          enabled={feature.isEnabled}
          onOpenBattery={denied ? undefined : onOpenBattery}
        />
      )}
      {change.error !== null && (
        <Box sx={{ mt: 1 }}>
          <ErrorPanel
            what={
              mayBeDone(change.error)
                ? `It is not known whether ${feature.feature} was switched`
                : `${feature.feature} stays ${feature.isEnabled ? 'on' : 'off'}`
            }
            error={change.error}
          />
        </Box>
      )}
    </Box>
  );
}

interface CaptureTermsProps {
  entityId: string;
  enabled: boolean;
  onOpenBattery: (() => void) | undefined;
}

/** What capturing sessions requires, with a link to what is missing. */
function CaptureTerms({ entityId, enabled, onOpenBattery }: CaptureTermsProps) {
  const capacity = useQuery(
    query(ENDPOINTS.getBatteryCapacity, enabled ? null : { params: { entityId } }),
  );
  const stored = useStored(entityId, 'capacity');
  const missing = (capacity.data ?? stored?.entity.capacity)?.batteryCapacity === null;
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, maxWidth: '68ch' }}>
      {enabled
        ? 'Sessions are computed once a day, after they have ended.'
        : 'The Service checks whether this Entity can capture its charge sessions; some vehicles need a battery capacity first. Sessions are then computed once a day.'}{' '}
      {!enabled && missing && (
        <>
          The battery capacity of this Entity is not set.{' '}
          {onOpenBattery !== undefined && (
            <Link component="button" onClick={onOpenBattery} sx={{ textDecoration: 'underline' }}>
              Set the battery capacity
            </Link>
          )}
        </>
      )}
    </Typography>
  );
}
