import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { FleetCollective } from '../../../contract/console/fleet-entity.ts';
import { commandLabelWithValue, requestLabel } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { nextPlans, type NextPlan } from '../../../domain/next-plans.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Card } from '../../components/card.tsx';
import { noPlansText } from '../../components/known-of.ts';
import { OutcomeBar } from '../../components/status/outcome-bar.tsx';
import { DateTimeText, RelativeTimeText } from '../../components/time-text.tsx';
import { commandsReadOf } from './read-of.ts';
import type { CollectiveTab } from './collectives-search.ts';
import { sentence } from '../../../lib/sentence.ts';

const list = { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 } as const;
const row = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: 1.5,
  alignItems: 'center',
} as const;

interface NextPlansProps {
  overview: FleetCollective;
  onTab: (tab: CollectiveTab) => void;
}

/** Number of plans listed. */
const LISTED = 5;

/** The next planned Commands of a Collective, by any system. */
export function NextPlans({ overview, onTab }: NextPlansProps) {
  const { others, planned } = overview;
  const plans = nextPlans(overview.next, others);
  const readOf = others === null ? null : commandsReadOf(overview);
  return (
    <Card
      title="Next plans"
      aside={
        planned > 0 && (
          <Link component="button" variant="body2" onClick={() => onTab('schedule')}>
            All {formatNumber(planned)}
          </Link>
        )
      }
    >
      {plans.length === 0 && (
        <Box sx={{ color: 'text.secondary' }}>{sentence(noPlansText(readOf))}</Box>
      )}
      <Box component="ul" sx={list}>
        {plans.slice(0, LISTED).map((plan) => (
          <Plan
            key={`${plan.ours?.dispatchId ?? ''} ${plan.triggerTime} ${plan.type ?? ''} ${plan.value ?? ''}`}
            plan={plan}
          />
        ))}
      </Box>
    </Card>
  );
}

function Plan({ plan: { ours, commands, triggerTime, ...command } }: { plan: NextPlan }) {
  const label = commandLabelWithValue(command);
  return (
    <Box component="li" sx={row}>
      {ours === null ? (
        <span>{label}</span>
      ) : (
        <AppLink to="/batches/$dispatchId" params={{ dispatchId: ours.dispatchId }}>
          {label}
        </AppLink>
      )}
      <span>{formatCount(commands, 'Entity', 'Entities')}</span>
      <Box sx={{ gridColumn: '1 / -1', fontSize: '0.8125rem', color: 'text.secondary' }}>
        <DateTimeText instant={triggerTime} />, <RelativeTimeText instant={triggerTime} />
        {ours === null && ', by another system'}
      </Box>
    </Box>
  );
}

interface LastBatchesProps {
  batches: readonly BatchSummary[];
  onTab: (tab: CollectiveTab) => void;
}

/** The last batches of a Collective with their outcomes. */
export function LastBatches({ batches, onTab }: LastBatchesProps) {
  return (
    <Card
      title="Last batches"
      aside={
        batches.length > 0 && (
          <Link component="button" variant="body2" onClick={() => onTab('batches')}>
            All batches
          </Link>
        )
      }
    >
      {batches.length === 0 && (
        <Box sx={{ color: 'text.secondary' }}>Nothing has been sent from this console.</Box>
      )}
      <Box component="ul" sx={list}>
        {batches.map((batch) => (
          <Box key={batch.id} component="li" sx={row}>
            <Box sx={{ minWidth: 0 }}>
              <AppLink to="/batches/$dispatchId" params={{ dispatchId: batch.id }}>
                {requestLabel(batch.items)}
              </AppLink>
              <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
                <RelativeTimeText instant={batch.createdAt} />
              </Box>
            </Box>
            <OutcomeBar batch={batch} compact />
          </Box>
        ))}
      </Box>
    </Card>
  );
}
