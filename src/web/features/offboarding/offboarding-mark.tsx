import LogoutIcon from '@mui/icons-material/Logout';
import { ShrinkingMark } from '../../components/name-with-marks.tsx';
import { useOffboarding } from './use-offboarding.ts';

/** A mark beside the name of an Entity that is being offboarded. */
export function OffboardingMark({ entityId }: { entityId: string }) {
  const pending = useOffboarding(entityId);
  if (pending === undefined) return null;
  const by = pending.requestedBy === null ? '' : `, requested by ${pending.requestedBy}`;
  return (
    <ShrinkingMark
      icon={LogoutIcon}
      hint={`Being offboarded${by}`}
      color="var(--mui-palette-status-amber)"
    >
      Being offboarded
    </ShrinkingMark>
  );
}
