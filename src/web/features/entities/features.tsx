import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Switch from '@mui/material/Switch';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { use, useId, useState } from 'react';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { CAPTURE_CHARGE_SESSIONS, type Feature } from '../../../contract/feature.ts';
import { nameInWords } from '../../../domain/format.ts';
import { mutation } from '../../api/query.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { KnownRead } from '../../components/known.tsx';
import { Live } from '../../components/live.tsx';
import { SendObstacle } from '../../components/send-obstacle.ts';
import { useCapacity, type useFeatures } from './entities-queries.ts';

interface FeaturesProps {
  entityId: string;
  known: ReturnType<typeof useFeatures>;
  /** Whether this operator may not change them. */
  denied: boolean;
  /** Opens the field for the battery capacity; absent if it is already beside the switches. */
  onOpenBattery?: () => void;
}

/** Height of two features in px. */
const HEIGHT = 89;

/** Every feature that the Service lists for an Entity, as a switch. */
export function Features({ known, ...props }: FeaturesProps) {
  return (
    <KnownRead known={known} what="the features" height={HEIGHT}>
      {(features) =>
        features.length === 0 ? (
          <Typography variant="body2">The Service lists no features for this Entity.</Typography>
        ) : (
          <Box component="ul" aria-label="Features" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {features.map((feature) => (
              <FeatureSwitch key={feature.feature} feature={feature} {...props} />
            ))}
          </Box>
        )
      }
    </KnownRead>
  );
}

/**
 * One feature. It shows the requested state while the Service is asked, and reverts to the
 * Service's state with its message if refused.
 */
export function FeatureSwitch(props: Omit<FeaturesProps, 'known'> & { feature: Feature }) {
  const { entityId, feature, denied, onOpenBattery } = props;
  const id = useId();
  const change = useMutation(mutation(ENDPOINTS.changeFeature));
  const { service } = use(SendObstacle);
  const on = change.isPending ? change.variables.body.enabled : feature.isEnabled;
  const name = nameInWords(feature.feature);
  const isCapture = feature.feature === CAPTURE_CHARGE_SESSIONS;
  /** The state that is asked about. */
  const [asked, setAsked] = useState<boolean | null>(null);
  const set = (enabled: boolean) => {
    if (change.isPending) return;
    change.mutate({ params: { entityId }, body: { feature: feature.feature, enabled } });
  };
  const word = asked === true ? 'on' : 'off';
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: 'divider', py: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <Tooltip title={denied ? '' : service}>
          <span>
            <Switch
              checked={on}
              disabled={denied || service !== null}
              onChange={({ target: { checked } }) => {
                if (change.isPending) return;
                if (isCapture) setAsked(checked);
                else set(checked);
              }}
              slotProps={{
                input: { 'aria-labelledby': `${id}-name`, 'aria-describedby': `${id}-state` },
              }}
            />
          </span>
        </Tooltip>
        <Box sx={{ minWidth: 0 }}>
          <Typography id={`${id}-name`} sx={{ fontWeight: 600 }}>
            {name}
          </Typography>
          <Live sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            <span id={`${id}-state`}>
              {change.isPending
                ? `Switching ${on ? 'on' : 'off'}, the Service has not answered yet`
                : on
                  ? 'On'
                  : 'Off'}
            </span>
            {isCapture && change.isSuccess && (
              <Button
                color="inherit"
                size="small"
                disabled={denied}
                onClick={() => set(!change.variables.body.enabled)}
                sx={{ ml: 1, minHeight: 24, py: 0, textDecoration: 'underline' }}
              >
                Undo
              </Button>
            )}
          </Live>
        </Box>
      </Box>
      {asked !== null && (
        <ConfirmDialog
          toService
          title={`Switch the capture of charge sessions ${word}?`}
          act={`Switch ${word}`}
          onConfirm={() => {
            setAsked(null);
            set(asked);
          }}
          onClose={() => setAsked(null)}
        >
          <Typography>
            {asked
              ? 'The Service then computes its charge sessions once a day; reports and bills include them.'
              : 'No charge session of this Entity is computed any more: what it charges is in no report and no bill.'}
          </Typography>
        </ConfirmDialog>
      )}
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
                ? `It is not known whether ${name} was switched`
                : `${name} stays ${feature.isEnabled ? 'on' : 'off'}`
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
  const missing = useCapacity(entityId, !enabled).value?.batteryCapacity === null;
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
