import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { PlannedItem } from '../../../contract/console/schedule.ts';
import { batchOutcomeLabel, outcomeCounts } from '../../../domain/batch-outcome.ts';
import { isRunning, progressOf } from '../../../domain/batch-running.ts';
import { commandLabelWithValue, requestLabel } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber, shortId } from '../../../domain/format.ts';
import { runningQuery } from '../../api/batches.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Card } from '../../components/card.tsx';
import { CutText } from '../../components/hint.tsx';
import { TallyBar } from '../../components/status/tally-bar.tsx';
import { stateSegments } from '../../components/status/verdict-segments.ts';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { useNow } from '../../components/use-now.ts';

interface NowAndNextProps {
  items: readonly PlannedItem[];
  /** How many are planned in all. */
  planned: number;
}

/** Running batches that have a bar; the others are in Activity. */
const SHOWN = 2;

const plainList = { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.75 } as const;
const line = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: 1.5,
  alignItems: 'baseline',
} as const;
const small = { fontSize: '0.8125rem', color: 'text.secondary', whiteSpace: 'nowrap' } as const;

const whereOf = (of: { collectiveName: string | null; collectiveId: string }) =>
  of.collectiveName ?? `Collective ${shortId(of.collectiveId)}`;

/** The batches that are running, and the next planned Commands. */
export function NowAndNext({ items, planned }: NowAndNextProps) {
  const now = useNow();
  const { data } = useQuery(runningQuery);
  const running = data?.batches.filter((batch) => isRunning(batch, now)) ?? [];
  return (
    <Card
      title={running.length > 0 ? 'Running and next' : 'Next'}
      aside={
        planned > items.length && (
          <AppLink to="/schedule">
            All {formatCount(planned, 'planned Command', 'planned Commands')}
          </AppLink>
        )
      }
    >
      {running.length > 0 && (
        <Box component="ul" aria-label="Running" sx={{ ...plainList, mb: 1.5 }}>
          {running.slice(0, SHOWN).map((batch) => (
            <Running key={batch.id} batch={batch} />
          ))}
          {running.length > SHOWN && (
            <li>
              <AppLink to="/batches">
                {formatNumber(running.length - SHOWN)} more are running
              </AppLink>
            </li>
          )}
        </Box>
      )}
      {items.length === 0 ? (
        <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
          Nothing is planned. A dispatch can be planned for later.
        </Box>
      ) : (
        <Box component="ul" aria-label="Next" sx={plainList}>
          {items.map((item) => (
            <Planned
              key={`${item.dispatchId} ${item.triggerTime} ${item.type ?? ''} ${item.value ?? ''}`}
              item={item}
            />
          ))}
        </Box>
      )}
    </Card>
  );
}

function Running({ batch }: { batch: BatchSummary }) {
  const { done, total } = progressOf(batch);
  return (
    <Box component="li" sx={{ ...line, rowGap: 0.5 }}>
      <CutText>
        <AppLink to="/batches/$dispatchId" params={{ dispatchId: batch.id }}>
          {requestLabel(batch.items)}
        </AppLink>{' '}
        <Box component="span" sx={small}>
          {whereOf(batch)}
        </Box>
      </CutText>
      <Box component="span" sx={small} data-hint={batchOutcomeLabel(batch)}>
        {total === 0 ? 'sending' : `${formatNumber(done)} of ${formatNumber(total)}`}
      </Box>
      <Box sx={{ gridColumn: '1 / -1' }}>
        <TallyBar segments={stateSegments(outcomeCounts(batch))} height={6} />
      </Box>
    </Box>
  );
}

function Planned({ item }: { item: PlannedItem }) {
  return (
    <Box component="li" sx={line}>
      <CutText>
        <AppLink to="/batches/$dispatchId" params={{ dispatchId: item.dispatchId }}>
          {commandLabelWithValue(item)}
        </AppLink>{' '}
        <Box component="span" sx={small}>
          {whereOf(item)}, {formatNumber(item.open)}
        </Box>
      </CutText>
      <Box component="span" sx={small}>
        <RelativeTimeText instant={item.triggerTime} />
      </Box>
    </Box>
  );
}
