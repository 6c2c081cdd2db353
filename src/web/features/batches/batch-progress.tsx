import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { BatchPart, BatchSummary } from '../../../contract/console/batch.ts';
import { countsLabel, stateCounts } from '../../../domain/batch-outcome.ts';
import { presentVerdicts } from '../../../domain/batch-tally.ts';
import { VERDICT_LABELS, VERDICTS, type Verdict } from '../../../domain/command-status.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { VERDICT_ICONS } from '../../components/status/status-icons.ts';
import { TallyBar } from '../../components/status/tally-bar.tsx';
import { TallyTile } from '../../components/status/tally-tile.tsx';
import { countSegments } from '../../components/status/verdict-segments.ts';
import { VERDICT_STYLES } from '../../theme/status.ts';
import { isUnderWay, stateLabel } from './batch-labels.ts';
import { NO_FILTER, type BatchSearch } from './batch-search.ts';

interface BatchProgressProps {
  batch: BatchSummary;
  part: BatchPart;
  search: BatchSearch;
  onSearch: (change: Partial<BatchSearch>) => void;
}

/** The tiles of a batch that was opened while it ran, whether anything is in them or not: nothing moves later. */
const EXPECTED: ReadonlySet<Verdict> = new Set([
  'pending',
  'triggered',
  'sent',
  'acknowledged',
  'verified',
  'disproven',
  'failed',
]);

/** Progress of a batch: a bar, and tiles that filter the rows. */
export function BatchProgress(props: BatchProgressProps) {
  const { batch, part, search, onSearch } = props;
  const [wasMoving] = useState(() => isUnderWay(batch));
  const present = new Set(presentVerdicts(part));
  const isExpected = (each: Verdict) =>
    wasMoving && (EXPECTED.has(each) || (each === 'incapable' && part.cannot > 0));
  const shown = VERDICTS.filter((each) => present.has(each) || isExpected(each));
  return (
    <Box component="section" aria-label="Progress">
      <Typography variant="body2" sx={{ mb: 0.75 }}>
        {stateLabel(part)}{' '}
        {part.late > 0 && (
          <FilterButton filter="late" search={search} onSearch={onSearch}>
            {formatCount(part.late, 'late change', 'late changes')}
          </FilterButton>
        )}
      </Typography>
      <Box sx={{ minHeight: 14 }}>
        {present.size > 1 && <TallyBar segments={countSegments(part.counts)} height={14} />}
      </Box>
      <AlsoCommanded {...props} />
      <Box
        component="fieldset"
        aria-label="Show only"
        sx={{
          border: 0,
          p: 0,
          m: 0,
          minWidth: 0,
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(114px, 1fr))',
          gap: 0.75,
          mt: 1,
        }}
      >
        {shown.map((each) => {
          const on = each === search.verdict && search.cause === undefined;
          return (
            <TallyTile
              key={each}
              label={VERDICT_LABELS[each]}
              style={VERDICT_STYLES[each]}
              icon={VERDICT_ICONS[each]}
              count={part.counts[each] ?? 0}
              total={part.total}
              isOpen={part.open > 0}
              on={on}
              onToggle={() => onSearch({ verdict: on ? undefined : each, cause: undefined })}
            />
          );
        })}
      </Box>
    </Box>
  );
}

interface FilterButtonProps extends Pick<BatchProgressProps, 'search' | 'onSearch'> {
  filter: 'late' | 'also';
  children: string;
}

/** A count in a sentence that shows only its rows. */
function FilterButton({ filter, search, onSearch, children }: FilterButtonProps) {
  const on = search[filter] === '1';
  return (
    <Button
      aria-pressed={on}
      onClick={() => onSearch(on ? NO_FILTER : { ...NO_FILTER, [filter]: '1' })}
      sx={{ minHeight: 24, p: 0, verticalAlign: 'baseline' }}
    >
      {children}
    </Button>
  );
}

/** Entities named only in the answer: how many, and the outcome of their Commands. */
function AlsoCommanded({ batch, search, onSearch }: BatchProgressProps) {
  const { entities = 0, verdictCounts = {} } = batch.alsoCommanded ?? {};
  if (entities === 0) return null;
  return (
    <Typography variant="body2" sx={{ mt: 0.75 }}>
      <FilterButton filter="also" search={search} onSearch={onSearch}>
        {`${formatNumber(entities)} also commanded`}
      </FilterButton>
      , counted separately: the answer named{' '}
      {entities === 1 ? 'an Entity that was' : 'Entities that were'} not known in the Collective
      when sent. {countsLabel(stateCounts(verdictCounts))}.
    </Typography>
  );
}
