import Box from '@mui/material/Box';
import {
  batchOutcomeLabel,
  countsLabel,
  outcomeCounts,
  stateCounts,
  type OutcomeOf,
  type StateCount,
} from '../../../domain/batch-outcome.ts';
import { isOpenOutcome, unknownOutcomeText } from '../../../domain/unknown-outcome.ts';
import { useZone } from '../../theme/preferences.ts';
import { OutcomeMark } from './status-mark.tsx';
import { TallyBar, stateSegments } from './tally-bar.tsx';

const smallText = {
  fontSize: '0.75rem',
  lineHeight: 1.25,
  color: 'text.secondary',
  whiteSpace: 'normal',
} as const;

interface OutcomeBarProps {
  batch: OutcomeOf;
  /** Fixed width, for the end of a row or of a line of text. */
  compact?: boolean;
}

/**
 * The outcome of a batch as bar and counts, used wherever a batch is listed. Acceptance alone is not an outcome
 * and is not shown; sending, refused and an outcome that is still unknown have their own marks.
 */
export function OutcomeBar({ batch, compact = false }: OutcomeBarProps) {
  const zone = useZone();
  const counts = outcomeCounts(batch);
  const label = batchOutcomeLabel(batch);
  const found = unknownOutcomeText(batch, zone);
  const isMarked = batch.outcome !== 'unknown' || isOpenOutcome(batch);
  if (batch.outcome === 'accepted' && found === null)
    return <Bar counts={counts} label={label} compact={compact} />;
  return (
    <Box
      component="span"
      sx={{ display: 'inline-grid', gap: 0.5, justifyItems: 'start', minWidth: 0 }}
    >
      {isMarked && batch.outcome !== 'accepted' && (
        <OutcomeMark outcome={batch.outcome} approval={batch.approval} />
      )}
      {counts.length > 0 && <Bar counts={counts} label={label} compact={compact} />}
      {found !== null && (
        <Box component="span" sx={smallText}>
          {found}
        </Box>
      )}
    </Box>
  );
}

/** The same for some Commands of a batch, from their counts by derived status. */
export function CountsBar({
  verdictCounts,
  compact = false,
}: {
  verdictCounts: Readonly<Record<string, number>>;
  compact?: boolean;
}) {
  const counts = stateCounts(verdictCounts);
  return <Bar counts={counts} label={countsLabel(counts)} compact={compact} />;
}

function Bar({
  counts,
  label,
  compact,
}: {
  counts: readonly StateCount[];
  label: string;
  compact: boolean;
}) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 0.25,
        width: compact ? 124 : 1,
        maxWidth: 1,
        verticalAlign: 'middle',
      }}
    >
      <TallyBar segments={stateSegments(counts)} height={compact ? 6 : 8} />
      <Box component="span" sx={smallText}>
        <span className="visually-hidden">Outcome: </span>
        {label}
      </Box>
    </Box>
  );
}
