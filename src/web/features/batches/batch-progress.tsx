import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { BatchRow } from '../../../contract/console/batch.ts';
import type { BatchTally } from '../../../domain/batch-tally.ts';
import { finalIn, presentVerdicts, tallyBatch } from '../../../domain/batch-tally.ts';
import { VERDICT_LABELS } from '../../../domain/command-status.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { VERDICT_ICONS } from '../../components/status/status-icons.ts';
import { TallyBar } from '../../components/status/tally-bar.tsx';
import { TallyTile } from '../../components/status/tally-tile.tsx';
import { VERDICT_STYLES } from '../../theme/status.ts';
import { tallySegments } from './batch-labels.ts';
import { NO_FILTER, type BatchSearch } from './batch-search.ts';

interface BatchProgressProps {
  /** Of the known Entities. */
  tally: BatchTally;
  /** Rows of Entities named only in the answer; they are not part of the tally. */
  strangers: readonly BatchRow[];
  /** Commands that changed after their final state. */
  late: number;
  /** What is counted, singular and plural. */
  noun: readonly [string, string];
  search: BatchSearch;
  onSearch: (change: Partial<BatchSearch>) => void;
}

/** "48 of 60 have a final state; 2 can still change; the outcome of 10 is unknown." */
function stateLabel(tally: BatchTally, [one, many]: BatchProgressProps['noun']): string {
  if (tally.total === 0) return `This batch has no ${one} of a known Entity.`;
  if (tally.settled) {
    return `All ${formatCount(tally.total, `${one} has`, `${many} have`)} a final state.`;
  }
  const { unknown } = tally.counts;
  const parts = [
    `${formatNumber(finalIn(tally))} of ${formatNumber(tally.total)} have a final state`,
  ];
  if (tally.open > 0) parts.push(`${formatNumber(tally.open)} can still change`);
  if (unknown > 0) parts.push(`the outcome of ${formatNumber(unknown)} is unknown`);
  return `${parts.join('; ')}.`;
}

/** Progress of a batch: a bar, and tiles that filter the rows. */
export function BatchProgress(props: BatchProgressProps) {
  const { tally, strangers, late, noun, search, onSearch } = props;
  return (
    <Box component="section" aria-label="Progress">
      <Typography variant="body2" sx={{ mb: 0.75 }}>
        {stateLabel(tally, noun)}{' '}
        {late > 0 && (
          <FilterButton filter="late" search={search} onSearch={onSearch}>
            {formatCount(late, 'late change', 'late changes')}
          </FilterButton>
        )}
      </Typography>
      <TallyBar segments={tallySegments(tally)} height={14} />
      {strangers.length > 0 && (
        <AlsoCommanded rows={strangers} search={search} onSearch={onSearch} />
      )}
      <Box
        component="fieldset"
        aria-label="Show only"
        sx={{
          border: 0,
          p: 0,
          m: 0,
          minWidth: 0,
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(136px, 1fr))',
          gap: 1,
          mt: 1.25,
        }}
      >
        {presentVerdicts(tally).map((each) => {
          const on = each === search.verdict;
          return (
            <TallyTile
              key={each}
              label={VERDICT_LABELS[each]}
              style={VERDICT_STYLES[each]}
              icon={VERDICT_ICONS[each]}
              count={tally.counts[each]}
              total={tally.total}
              isOpen={tally.open > 0}
              on={on}
              onToggle={() => onSearch({ verdict: on ? undefined : each })}
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
      size="small"
      aria-pressed={on}
      onClick={() => onSearch(on ? NO_FILTER : { ...NO_FILTER, [filter]: '1' })}
      sx={{ minHeight: 24, p: 0, verticalAlign: 'baseline' }}
    >
      {children}
    </Button>
  );
}

interface AlsoCommandedProps extends Pick<BatchProgressProps, 'search' | 'onSearch'> {
  rows: readonly BatchRow[];
}

/** Entities named only in the answer: how many, and the outcome of their Commands. */
function AlsoCommanded({ rows, search, onSearch }: AlsoCommandedProps) {
  const tally = tallyBatch(rows);
  const entities = new Set(rows.map(({ entityId }) => entityId)).size;
  const counts = presentVerdicts(tally).map(
    (verdict) => `${formatNumber(tally.counts[verdict])} ${VERDICT_LABELS[verdict].toLowerCase()}`,
  );
  return (
    <Typography variant="body2" sx={{ mt: 0.75 }}>
      <FilterButton filter="also" search={search} onSearch={onSearch}>
        {`${formatNumber(entities)} also commanded`}
      </FilterButton>
      , counted separately: the answer named{' '}
      {entities === 1 ? 'an Entity that was' : 'Entities that were'} not known in the Collective
      when sent. {counts.join(', ')}
      {tally.open > 0 && `; ${formatNumber(tally.open)} can still change`}.
    </Typography>
  );
}
