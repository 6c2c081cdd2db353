import Box from '@mui/material/Box';
import { useState } from 'react';
import type { BatchPart, BatchSummary } from '../../../contract/console/batch.ts';
import { failuresLabel } from '../../../domain/batch-outcome.ts';
import { isUnsettled } from '../../../domain/unknown-outcome.ts';
import { FAILED_VERDICTS } from '../../../domain/command-status.ts';
import { formatCount } from '../../../domain/format.ts';
import { isMoving } from '../../api/batches.ts';
import { usePermission } from '../../api/session.ts';
import { LinkButton } from '../../components/link-button.tsx';
import { isUnderWay } from './batch-labels.ts';

/** Sends again what failed, and says whom else that commands. Its place is kept until the batch has ended. */
export function BatchRetry({ batch, part }: { batch: BatchSummary; part: BatchPart }) {
  const permission = usePermission('dispatch');
  const failed = FAILED_VERDICTS.reduce((sum, each) => sum + (part.counts[each] ?? 0), 0);
  const [keepsPlace] = useState(() => isUnderWay(batch));
  const place = { alignSelf: 'center', minHeight: keepsPlace ? { xs: 80, sm: 32 } : undefined };
  if (failed === 0 || isMoving(batch)) return keepsPlace && <Box sx={place} />;
  const others = Math.max(0, batch.memberCount - failed);
  return (
    <Box
      component="section"
      aria-label="Retry"
      className="no-print"
      sx={{
        ...place,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        fontSize: '0.8125rem',
      }}
    >
      <span>
        {failuresLabel(part.counts)}.{' '}
        {others === 0
          ? 'Sending again commands only these.'
          : `Sending again also commands the ${formatCount(others, 'other Entity', 'other Entities')}.`}{' '}
        {permission.reason ??
          (isUnsettled(batch) && 'It is offered once the unknown outcome was checked.')}
      </span>
      {permission.allowed && !isUnsettled(batch) && (
        <LinkButton
          variant="outlined"
          color="inherit"
          size="small"
          to="."
          search={(old) => ({ ...old, dispatch: batch.collectiveId, previous: batch.id })}
          resetScroll={false}
        >
          Send again to all {formatCount(batch.memberCount, 'Entity', 'Entities')}
        </LinkButton>
      )}
    </Box>
  );
}
