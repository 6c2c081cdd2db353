import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useMutation } from '@tanstack/react-query';
import { FLEET_ROUTES, type FleetChoice } from '../../../contract/console/fleet.ts';
import { errorText } from '../../api/errors.ts';
import { mutation } from '../../api/query.ts';

interface RetryProps {
  act: string;
  /** What is read again, for the accessible name. */
  of?: string;
  choice: FleetChoice;
  /** Why this operator may not, or null. */
  denial?: string | null;
}

/** Requests reads once, before those that are due by policy. */
export function Retry({ act, of = '', choice, denial = null }: RetryProps) {
  const retry = useMutation(mutation(FLEET_ROUTES.refreshFleet));
  const label = retry.isPending ? 'Requesting' : retry.isSuccess ? 'Requested' : act;
  const isOff = denial !== null || retry.isPending;
  return (
    <Tooltip title={denial ?? (retry.error === null ? '' : errorText(retry.error).title)}>
      <Button
        color={retry.isError ? 'error' : 'inherit'}
        variant="outlined"
        aria-label={`${label}${of}`}
        aria-disabled={isOff}
        onClick={() => {
          if (!isOff) retry.mutate({ body: choice });
        }}
      >
        {label}
      </Button>
    </Tooltip>
  );
}
