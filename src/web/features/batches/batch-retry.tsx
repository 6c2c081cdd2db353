import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { BatchSummary, RetryOutlook } from '../../../contract/console/batch.ts';
import { BATCH_ROUTES } from '../../../contract/console/batch-routes.ts';
import { failuresLabel } from '../../../domain/batch-outcome.ts';
import { FAILED_VERDICTS, type Verdict } from '../../../domain/command-status.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { isUnresolved } from '../../../domain/batch-running.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { TextLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { NO_FILTER, type BatchSearch } from './batch-search.ts';

/** The counts of what failed, of known Entities and of those only named in the answer. */
export interface Failures {
  members: Readonly<Partial<Record<Verdict, number>>>;
  strangers: Readonly<Partial<Record<Verdict, number>>>;
}

interface BatchRetryProps {
  batch: BatchSummary;
  /** The failure counts, as on the tiles of the page. */
  failures: Failures;
  onSearch: (change: Partial<BatchSearch>) => void;
}

/** Height of the options in px, without Collectives to send to instead. */
const OPTIONS_HEIGHT = 134;

/** The options for Entities for which a batch failed, and the targets of each. */
export function BatchRetry({ batch, failures, onSearch }: BatchRetryProps) {
  const outlook = useQuery(query(BATCH_ROUTES.retryOutlook, { params: { id: batch.id } }));
  const { data, error } = outlook;
  if (data?.failed === 0) return null;
  return (
    <Section
      title="Retry"
      aside={data !== undefined && error !== null && <AsOf read={outlook} what="the options" />}
    >
      {data === undefined && (
        <ReadBlock
          read={{ error, isFetching: outlook.isFetching, refetch: outlook.refetch }}
          height={OPTIONS_HEIGHT}
          what="the options"
        />
      )}
      {data !== undefined && (
        <Ways batch={batch} failures={failures} outlook={data} onSearch={onSearch} />
      )}
    </Section>
  );
}

/** "5 failed, 2 not verified. Sending again also commands the 405 other Entities." */
function outlookMessage(
  { failed, others, unknown }: RetryOutlook,
  { members, strangers }: Failures,
  planned: boolean,
): string {
  const also = failuresLabel(strangers);
  const what = [
    failuresLabel(members),
    // Each of several Commands counts, so the number of Entities differs.
    planned ? ` on ${formatCount(failed, 'Entity', 'Entities')}` : '',
    also === '' ? '' : `; of those also commanded: ${also}`,
  ].join('');
  const unclear =
    unknown === 0
      ? ''
      : ` The outcome of ${formatCount(unknown, 'other Entity is', 'other Entities is')} unknown: it may have worked there.`;
  const again =
    others + unknown === 0
      ? 'Sending again commands only these: nothing else is in this batch.'
      : `Sending again also commands the ${formatCount(others + unknown, 'other Entity', 'other Entities')}.`;
  return `${what}.${unclear} ${again}`;
}

/** Filters what failed: one status, or all grouped by cause, which puts failures on top. */
function onlyFailed({ members }: Failures): Partial<BatchSearch> {
  const [first, ...others] = FAILED_VERDICTS.filter((verdict) => (members[verdict] ?? 0) > 0);
  return others.length > 0 ? { group: 'cause' } : { verdict: first };
}

function Ways(props: BatchRetryProps & { outlook: RetryOutlook }) {
  const { batch, failures, outlook, onSearch } = props;
  const permission = usePermission('dispatch');
  return (
    <>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {outlookMessage(outlook, failures, batch.items.length > 1)}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        A Command always goes to a whole Collective, not only to the Entities that failed.
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
            onClick={() => onSearch({ ...NO_FILTER, ...onlyFailed(failures) })}
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
            instead: it contains {formatNumber(failed)} of these and{' '}
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
