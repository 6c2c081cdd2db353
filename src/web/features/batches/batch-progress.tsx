import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import type { BatchRow } from '../../../contract/console/batch.ts';
import type { BatchTally } from '../../../domain/batch-tally.ts';
import { finalIn, presentVerdicts, tallyBatch } from '../../../domain/batch-tally.ts';
import { VERDICT_LABELS } from '../../../domain/command-status.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { TallyBar } from '../../components/status/tally-bar.tsx';
import type { BatchOverview } from './batch-overview.ts';
import { NO_FILTER, type BatchSearch } from './batch-search.ts';
import { reasonsByTitle, tallySegments, type Reason } from './batch-labels.ts';
import { VerdictTile } from './verdict-tile.tsx';

interface BatchProgressProps {
  rows: readonly BatchRow[];
  /** Of the known Entities. */
  tally: BatchTally;
  /** Rows of Entities named only in the answer; they are not part of the tally. */
  strangers: readonly BatchRow[];
  overview: BatchOverview;
  /** What is counted, singular and plural. */
  noun: readonly [string, string];
  search: BatchSearch;
  /** Whether the devices' reasons are listed: not if the rows are grouped by them. */
  reasonsListed: boolean;
  onSearch: (change: Partial<BatchSearch>) => void;
}

/** Maximum number of listed reasons; the row filter finds the others. */
const REASONS_SHOWN = 6;

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

/** Progress of a batch: a bar, tiles that filter, and the devices' reasons. */
export function BatchProgress(props: BatchProgressProps) {
  const { rows, tally, strangers, overview, noun, search, reasonsListed, onSearch } = props;
  const reasons = useMemo(() => reasonsByTitle(rows), [rows]);
  return (
    <Box component="section" aria-label="Progress">
      <Typography variant="body2" sx={{ mb: 0.75 }}>
        {stateLabel(tally, noun)}
        {overview.late > 0 && (
          <>
            {' '}
            <Button
              size="small"
              aria-pressed={search.late === '1'}
              onClick={() =>
                onSearch(search.late === '1' ? NO_FILTER : { ...NO_FILTER, late: '1' })
              }
              sx={{ minHeight: 24, p: 0, verticalAlign: 'baseline' }}
            >
              {formatCount(overview.late, 'late change', 'late changes')}
            </Button>
          </>
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
          mx: 0,
          mb: 0,
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
            <VerdictTile
              key={each}
              verdict={each}
              count={tally.counts[each]}
              total={tally.total}
              isOpen={tally.open > 0}
              on={on}
              onToggle={() =>
                onSearch({
                  verdict: on ? undefined : each,
                  status: undefined,
                  proof: undefined,
                })
              }
            />
          );
        })}
      </Box>
      {reasonsListed && reasons.length > 0 && <Reasons reasons={reasons} />}
    </Box>
  );
}

/** Entities named only in the answer: how many, and the outcome of their Commands. */
function AlsoCommanded({
  rows,
  search,
  onSearch,
}: Pick<BatchProgressProps, 'rows' | 'search' | 'onSearch'>) {
  const tally = tallyBatch(rows);
  const entities = new Set(rows.map(({ entityId }) => entityId)).size;
  const on = search.also === '1';
  const counts = presentVerdicts(tally).map(
    (verdict) => `${formatNumber(tally.counts[verdict])} ${VERDICT_LABELS[verdict].toLowerCase()}`,
  );
  return (
    <Typography variant="body2" sx={{ mt: 0.75 }}>
      <Button
        size="small"
        aria-pressed={on}
        onClick={() => onSearch(on ? NO_FILTER : { ...NO_FILTER, also: '1' })}
        sx={{ minHeight: 24, p: 0, verticalAlign: 'baseline' }}
      >
        {formatNumber(entities)} also commanded
      </Button>
      , counted separately: the answer named{' '}
      {entities === 1 ? 'an Entity that was' : 'Entities that were'} not known in the Collective
      when sent. {counts.join(', ')}
      {tally.open > 0 && `; ${formatNumber(tally.open)} can still change`}.
    </Typography>
  );
}

function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <Box sx={{ mt: 2, minWidth: 0 }}>
      <Typography variant="h3" component="h2">
        Errors of the devices
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none', fontSize: '0.8125rem' }}>
        {reasons.slice(0, REASONS_SHOWN).map((reason) => (
          <Box component="li" key={reason.title} sx={{ display: 'flex', gap: 1, py: 0.25 }}>
            <Box component="span" sx={{ minWidth: 36, textAlign: 'right', fontWeight: 600 }}>
              {formatNumber(reason.count)} ×
            </Box>
            <bdi>{reasonLabel(reason)}</bdi>
          </Box>
        ))}
      </Box>
      {reasons.length > REASONS_SHOWN && (
        <Typography variant="caption" color="textSecondary">
          and {formatCount(reasons.length - REASONS_SHOWN, 'other reason', 'other reasons')}, in the
          rows below
        </Typography>
      )}
    </Box>
  );
}

function reasonLabel({ title, description, descriptions }: Reason): string {
  if (descriptions > 1) return `${title} (details differ per device, see the rows below)`;
  return description === null ? title : `${title}: ${description}`;
}
