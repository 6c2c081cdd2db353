import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { BatchSummary, RetryOutlook } from '../../../contract/console/batch.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { isUnresolved } from '../../../domain/batch-running.ts';
import { retryOutlookQuery } from '../../api/batches.ts';
import { usePermission } from '../../api/session.ts';
import { TextLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { NO_FILTER, type BatchSearch } from './batch-search.ts';

interface BatchRetryProps {
  batch: BatchSummary;
  onSearch: (change: Partial<BatchSearch>) => void;
}

/** The options for Entities for which a batch failed, and the targets of each. */
export function BatchRetry({ batch, onSearch }: BatchRetryProps) {
  const outlook = useQuery(retryOutlookQuery(batch.id));
  const { data, error } = outlook;
  if (data?.failed === 0) return null;
  return (
    <Section
      title="Failed Entities"
      aside={
        data !== undefined &&
        error !== null && (
          <AsOf
            asOf={data.asOf}
            error={error}
            refreshing={outlook.isFetching}
            onRefresh={() => void outlook.refetch()}
            what="the options"
          />
        )
      }
    >
      {data === undefined && (
        <ReadBlock
          read={{ error, isFetching: outlook.isFetching, refetch: outlook.refetch }}
          rows={2}
          what="the options"
        />
      )}
      {data !== undefined && <Ways batch={batch} outlook={data} onSearch={onSearch} />}
    </Section>
  );
}

/** "7 failed. Sending again also commands the 405 that did not fail." */
function outlookMessage({ failed, others, unknown }: RetryOutlook): string {
  const unclear =
    unknown === 0
      ? ''
      : ` The outcome of ${formatCount(unknown, 'other Entity is', 'other Entities is')} unknown: it may have worked there.`;
  const also =
    others + unknown === 0
      ? 'Sending again commands only these: nothing else is in this batch.'
      : `Sending again also commands the ${formatNumber(others + unknown)} that did not fail.`;
  return `${formatNumber(failed)} failed.${unclear} ${also}`;
}

function Ways({ batch, outlook, onSearch }: BatchRetryProps & { outlook: RetryOutlook }) {
  const permission = usePermission('dispatch');
  return (
    <>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {outlookMessage(outlook)}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        A Command always goes to a whole Collective, not only to the failed Entities.
      </Typography>
      <Box
        component="ul"
        aria-label="Options"
        sx={{ m: 0, mt: 1, pl: 2.5, display: 'grid', gap: 0.75, fontSize: '0.875rem' }}
      >
        <li>
          <Button
            size="small"
            sx={{ minHeight: 24, p: 0, verticalAlign: 'baseline' }}
            onClick={() => onSearch({ ...NO_FILTER, verdict: 'failed' })}
          >
            Check the devices’ errors
          </Button>{' '}
          first: an offline device, or one in its cooldown, fails again.
        </li>
        <li>Wait. Later changes are marked as late; nothing is sent again automatically.</li>
        <li>
          {permission.allowed && !isUnresolved(batch) ? (
            <TextLink
              to="/collectives/$collectiveId"
              params={{ collectiveId: batch.collectiveId }}
              search={{ dispatch: '1', previous: batch.id }}
            >
              Send again to all {formatCount(outlook.members, 'Entity', 'Entities')}
            </TextLink>
          ) : (
            'Send again to all'
          )}{' '}
          of {batch.collectiveName ?? 'the Collective'}, after another review
          {isUnresolved(batch) ? '; offered once the unknown outcome was checked.' : '.'}
        </li>
        {outlook.alternatives.map(({ collectiveId, name, failed, others }) => (
          <li key={collectiveId}>
            {permission.allowed ? (
              <TextLink
                to="/collectives/$collectiveId"
                params={{ collectiveId }}
                search={{ dispatch: '1', from: batch.id }}
              >
                Send to {name}
              </TextLink>
            ) : (
              `Send to ${name}`
            )}{' '}
            instead: it contains {formatNumber(failed)} of the failed and{' '}
            {formatCount(others, 'other Entity', 'other Entities')}.
          </li>
        ))}
      </Box>
      {permission.reason !== null && (
        <Typography variant="caption" color="textSecondary">
          {permission.reason}
        </Typography>
      )}
    </>
  );
}
