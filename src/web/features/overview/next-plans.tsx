import Box from '@mui/material/Box';
import type { PlannedItem } from '../../../contract/console/schedule.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber, shortId } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { DateTimeText } from '../../components/time-text.tsx';

interface NextPlansProps {
  items: readonly PlannedItem[];
  /** How many are planned in all. */
  planned: number;
}

/** The next planned Commands. */
export function NextPlans({ items, planned }: NextPlansProps) {
  if (items.length === 0) {
    return (
      <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
        Nothing is planned. A dispatch can be planned for later.
      </Box>
    );
  }
  return (
    <>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {items.map((item) => (
          <Box
            key={`${item.dispatchId} ${item.triggerTime} ${item.type ?? ''} ${item.value ?? ''}`}
            component="li"
            sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: 1 }}
          >
            <AppLink to="/batches/$dispatchId" params={{ dispatchId: item.dispatchId }}>
              {commandLabelWithValue(item)}
            </AppLink>
            <span>{formatNumber(item.open)}</span>
            <Box sx={{ gridColumn: '1 / -1', fontSize: '0.8125rem', color: 'text.secondary' }}>
              <DateTimeText instant={item.triggerTime} /> ·{' '}
              {item.collectiveName ?? `Collective ${shortId(item.collectiveId)}`}
            </Box>
          </Box>
        ))}
      </Box>
      {planned > items.length && (
        <Box sx={{ mt: 1.5 }}>
          <AppLink to="/schedule">
            All {formatCount(planned, 'planned Command', 'planned Commands')}
          </AppLink>
        </Box>
      )}
    </>
  );
}
