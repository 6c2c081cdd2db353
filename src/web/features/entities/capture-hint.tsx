import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { CAPTURE_CHARGE_SESSIONS } from '../../../contract/feature.ts';
import { errorText } from '../../api/errors.ts';
import { query } from '../../api/query.ts';

/** Why there may be no sessions: they are captured once a day, and only if the feature is on. */
export function CaptureHint({ entityId }: { entityId: string }) {
  const features = useQuery(query(ENDPOINTS.listFeatures, { params: { entityId } }));
  const capture = features.data?.find(({ feature }) => feature === CAPTURE_CHARGE_SESSIONS);
  return (
    <Typography variant="body2">
      {features.isPending && 'Checking whether this Entity captures sessions…'}
      {features.isError &&
        `Whether it captures sessions could not be read: ${errorText(features.error).title}.`}
      {features.isSuccess && captureMessage(capture?.isEnabled ?? null)}
    </Typography>
  );
}

function captureMessage(enabled: boolean | null): string {
  if (enabled === null) {
    return `This Entity has no feature ${CAPTURE_CHARGE_SESSIONS}, so it does not capture sessions.`;
  }
  return enabled
    ? `The feature ${CAPTURE_CHARGE_SESSIONS} is on. Sessions are computed once a day, after they have ended.`
    : `The feature ${CAPTURE_CHARGE_SESSIONS} is off: this Entity does not capture sessions.`;
}
