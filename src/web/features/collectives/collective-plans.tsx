import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { PlannedItem } from '../../../contract/console/schedule.ts';
import { commandLabelWithValue, requestLabel } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Card } from '../../components/card.tsx';
import { OutcomeBar } from '../../components/status/outcome-bar.tsx';
import { DateTimeText, RelativeTimeText } from '../../components/time-text.tsx';
import type { CollectiveTab } from './collectives-search.ts';

const list = { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 } as const;
const row = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: 1.5,
  alignItems: 'center',
} as const;

interface NextPlansProps {
  items: readonly PlannedItem[];
  /** How many are planned in all. */
  planned: number;
  onTab: (tab: CollectiveTab) => void;
}

/** The next planned Commands of a Collective. */
export function NextPlans({ items, planned, onTab }: NextPlansProps) {
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
      {items.length === 0 && <Box sx={{ color: 'text.secondary' }}>Nothing is planned.</Box>}
      <Box component="ul" sx={list}>
        {items.map((item) => (
          <Box
            key={`${item.dispatchId} ${item.triggerTime} ${item.type ?? ''} ${item.value ?? ''}`}
            component="li"
            sx={row}
          >
            <AppLink to="/batches/$dispatchId" params={{ dispatchId: item.dispatchId }}>
              {commandLabelWithValue(item)}
            </AppLink>
            <span>{formatCount(item.open, 'Entity', 'Entities')}</span>
            <Box sx={{ gridColumn: '1 / -1', fontSize: '0.8125rem', color: 'text.secondary' }}>
              <DateTimeText instant={item.triggerTime} />,{' '}
              <RelativeTimeText instant={item.triggerTime} />
            </Box>
          </Box>
        ))}
      </Box>
    </Card>
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
