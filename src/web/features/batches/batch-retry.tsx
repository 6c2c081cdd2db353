import Typography from '@mui/material/Typography';
import type { BatchRow, BatchSummary } from '../../../contract/console/batch.ts';
import { isUnresolved } from '../../../domain/batch-running.ts';
import { FAILED_VERDICTS } from '../../../domain/command-status.ts';
import { formatCount } from '../../../domain/format.ts';
import { usePermission } from '../../api/session.ts';
import { TextLink } from '../../components/app-link.tsx';
import { Section } from '../../components/section.tsx';
import { factsOf } from './row-facts.ts';

interface BatchRetryProps {
  batch: BatchSummary;
  /** The rows of the known Entities. */
  members: readonly BatchRow[];
  /** "3 failed, 2 not verified", as on the tiles of the page. */
  failures: string;
}

/** What failed, what sending again would also command, and the way to do so. */
export function BatchRetry({ batch, members, failures }: BatchRetryProps) {
  const permission = usePermission('dispatch');
  const failed = new Set(
    members
      .filter((row) => FAILED_VERDICTS.includes(factsOf(row).verdict))
      .map(({ entityId }) => entityId),
  ).size;
  const others = Math.max(0, batch.memberCount - failed);
  return (
    <Section title="Retry">
      <Typography variant="body2">
        {failures}
        {/* Each of several Commands counts, so the number of Entities differs. */}
        {batch.items.length > 1 && ` on ${formatCount(failed, 'Entity', 'Entities')}`}.{' '}
        {others === 0
          ? 'Sending again commands only these.'
          : `Sending again also commands the ${formatCount(others, 'other Entity', 'other Entities')}.`}{' '}
        {permission.allowed && !isUnresolved(batch) && (
          <TextLink
            to="/collectives/$collectiveId"
            params={{ collectiveId: batch.collectiveId }}
            search={{ dispatch: '1', previous: batch.id }}
          >
            Send again to all {formatCount(batch.memberCount, 'Entity', 'Entities')}
          </TextLink>
        )}
        {permission.reason ??
          (isUnresolved(batch) && 'It is offered once the unknown outcome was checked.')}
      </Typography>
    </Section>
  );
}
