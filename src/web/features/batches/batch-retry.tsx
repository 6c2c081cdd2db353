import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { BatchSummary, RetryOutlook } from '../../../contract/console/batch.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { isUnresolved } from '../../../domain/batch-running.ts';
import { retryOutlookQuery } from '../../api/batches.ts';
import { usePermission } from '../../api/session.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Section } from '../../components/section.tsx';
import { RowsSkeleton } from '../../components/skeletons.tsx';
import { NO_FILTER, type BatchSearch } from './batch-search.ts';

interface BatchRetryProps {
  batch: BatchSummary;
  onSearch: (change: Partial<BatchSearch>) => void;
}

/** What can be done about the Entities for which a batch failed, and whom each way would hit. */
export function BatchRetry({ batch, onSearch }: BatchRetryProps) {
  const outlook = useQuery(retryOutlookQuery(batch.id));
  const { data, error } = outlook;
  if (data?.failed === 0) return null;
  return (
    <Section
      title="What failed"
      aside={
        data !== undefined && (
          <AsOf
            asOf={data.asOf}
            error={error}
            refreshing={outlook.isFetching}
            onRefresh={() => void outlook.refetch()}
            what="what could be done"
          />
        )
      }
    >
      {data === undefined && error === null && <RowsSkeleton rows={2} what="what could be done" />}
      {data === undefined && error !== null && (
        <ErrorPanel
          what="What could be done could not be found out"
          error={error}
          onRetry={() => void outlook.refetch()}
          retrying={outlook.isFetching}
        />
      )}
      {data !== undefined && <Ways batch={batch} outlook={data} onSearch={onSearch} />}
    </Section>
  );
}

/** "7 failed. Sending again also commands the 405 that did not fail." */
function outlookWords({ failed, others, unknown }: RetryOutlook): string {
  const unclear =
    unknown === 0
      ? ''
      : ` The outcome of ${formatCount(unknown, 'other is', 'others is')} unknown: it may have worked there.`;
  const also =
    others + unknown === 0
      ? 'Sending again commands these alone: nothing else is in this batch.'
      : `Sending again also commands the ${formatNumber(others + unknown)} that did not fail.`;
  return `${formatNumber(failed)} failed.${unclear} ${also}`;
}

function Ways({ batch, outlook, onSearch }: BatchRetryProps & { outlook: RetryOutlook }) {
  const permission = usePermission('dispatch');
  return (
    <>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {outlookWords(outlook)}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        A Command always goes to a whole Collective; it cannot be sent to the failed ones only.
      </Typography>
      <Box
        component="ul"
        aria-label="What can be done"
        sx={{ m: 0, mt: 1, pl: 2.5, display: 'grid', gap: 0.75, fontSize: '0.875rem' }}
      >
        <li>
          <Button
            size="small"
            sx={{ minHeight: 24, p: 0, verticalAlign: 'baseline' }}
            onClick={() => onSearch({ ...NO_FILTER, verdict: 'failed' })}
          >
            Look at the devices’ own reasons
          </Button>{' '}
          first: a device without a connection, or in its cooldown, fails again.
        </li>
        <li>
          Wait or do nothing. What still changes is seen and marked as late; nothing is sent again
          by itself.
        </li>
        <li>
          {permission.allowed && !isUnresolved(batch) ? (
            <AppLink
              underline="always"
              to="/collectives/$collectiveId"
              params={{ collectiveId: batch.collectiveId }}
              search={{ dispatch: '1', previous: batch.id }}
            >
              Send again to all {formatCount(outlook.members, 'entity', 'entities')}
            </AppLink>
          ) : (
            'Send again to all'
          )}{' '}
          of {batch.collectiveName ?? 'the Collective'}, after another review
          {isUnresolved(batch) ? '; offered once the unknown Entities were looked for.' : '.'}
        </li>
        {outlook.alternatives.map(({ collectiveId, name, failed, others }) => (
          <li key={collectiveId}>
            {permission.allowed ? (
              <AppLink
                underline="always"
                to="/collectives/$collectiveId"
                params={{ collectiveId }}
                search={{ dispatch: '1', from: batch.id }}
              >
                Send to {name}
              </AppLink>
            ) : (
              `Send to ${name}`
            )}{' '}
            instead: it holds {formatNumber(failed)} of the failed and{' '}
            {formatCount(others, 'other entity', 'other entities')}.
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
