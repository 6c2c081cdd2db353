import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { BatchPart, BatchSummary, BatchCause } from '../../../contract/console/batch.ts';
import { countsLabel, stateCounts, failuresLabel } from '../../../domain/batch-outcome.ts';
import { presentVerdicts } from '../../../domain/batch-tally.ts';
import {
  VERDICT_LABELS,
  VERDICTS,
  type Verdict,
  FAILED_VERDICTS,
} from '../../../domain/command-status.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { isUnsettled } from '../../../domain/unknown-outcome.ts';
import { isMoving } from '../../api/batches.ts';
import { usePermission } from '../../api/session.ts';
import { VERDICT_ICONS } from '../../components/status/status-mark.tsx';
import { TallyBar, countSegments } from '../../components/status/tally-bar.tsx';
import { TallyTile } from '../../components/status/tally-tile.tsx';
import { VERDICT_STYLES, toneColor, toneGround } from '../../theme/status.ts';
import { isUnderWay, stateLabel } from './batch-labels.ts';
import { SendAgain } from './batch-resolution.tsx';
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

interface BatchCausesProps {
  batch: BatchSummary;
  causes: readonly BatchCause[];
  search: BatchSearch;
  onSearch: (change: Partial<BatchSearch>) => void;
}

/** Causes shown until all are asked for. */
const SHOWN = 3;
/** Height of a cause, in px. */
const HEIGHT = 34;

/** What needs attention by what the devices say, failures on top; pressing a cause shows its Entities. */
export function BatchCauses({ batch, causes, search, onSearch }: BatchCausesProps) {
  const [all, setAll] = useState(false);
  // The place is kept from the first second for what fails later.
  const [wasMoving] = useState(() => isUnderWay(batch));
  const shown = all ? causes : causes.slice(0, SHOWN);
  return (
    <Box sx={{ minHeight: wasMoving ? SHOWN * HEIGHT : undefined }}>
      {causes.length === 0 && (
        <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', lineHeight: `${HEIGHT}px` }}>
          {isMoving(batch) ? 'Nothing has failed so far.' : 'Nothing has failed.'}
        </Box>
      )}
      <Box component="ul" aria-label="Causes" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shown.map((cause) => {
          const on = cause.verdict === search.verdict && cause.title === search.cause;
          return (
            <li key={`${cause.verdict} ${cause.title}`}>
              <Cause
                cause={cause}
                on={on}
                onToggle={() =>
                  onSearch(
                    on
                      ? { verdict: undefined, cause: undefined }
                      : { verdict: cause.verdict, cause: cause.title },
                  )
                }
              />
            </li>
          );
        })}
      </Box>
      {causes.length > shown.length && (
        <Button color="inherit" className="no-print" onClick={() => setAll(true)}>
          All {formatNumber(causes.length)} causes
        </Button>
      )}
    </Box>
  );
}

function Cause({ cause, on, onToggle }: { cause: BatchCause; on: boolean; onToggle: () => void }) {
  const { verdict, title, description, differs, count } = cause;
  const style = VERDICT_STYLES[verdict];
  const Icon = VERDICT_ICONS[verdict];
  const detail = differs ? 'details differ per device' : description;
  return (
    <ButtonBase
      aria-pressed={on}
      onClick={onToggle}
      sx={{
        width: '100%',
        minHeight: HEIGHT,
        px: 1,
        gap: 1,
        justifyContent: 'flex-start',
        textAlign: 'left',
        fontSize: '0.8125rem',
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: on ? 'action.selected' : 'transparent',
        '&:hover': { bgcolor: on ? 'action.selected' : 'action.hover' },
      }}
    >
      <Icon sx={{ fontSize: 16, flex: 'none', color: toneColor(style.tone) }} />
      <Box
        component="span"
        sx={{
          flex: 1,
          minWidth: 0,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: { sm: 'nowrap' },
        }}
      >
        <bdi style={{ fontWeight: 600 }}>{title}</bdi>
        {detail !== null && (
          <Box component="span" sx={{ ml: 1, color: 'text.secondary' }}>
            <bdi>{detail}</bdi>
          </Box>
        )}
      </Box>
      <Box
        component="span"
        sx={{
          flex: 'none',
          px: 1,
          borderRadius: 99,
          lineHeight: '22px',
          fontWeight: 600,
          fontVariantNumeric: 'tabular-nums',
          color: toneColor(style.tone),
          background: toneGround(style),
        }}
      >
        {formatNumber(count)}
      </Box>
    </ButtonBase>
  );
}

/** Sends again what failed, and says whom else that commands. Its place is kept until the batch has ended. */
export function BatchRetry({ batch, part }: { batch: BatchSummary; part: BatchPart }) {
  const permission = usePermission('dispatch');
  const failed = FAILED_VERDICTS.reduce((sum, each) => sum + (part.counts[each] ?? 0), 0);
  const [keepsPlace] = useState(() => isUnderWay(batch));
  const place = { alignSelf: 'center', minHeight: keepsPlace ? { xs: 80, sm: 32 } : undefined };
  if (failed === 0 || isMoving(batch)) return keepsPlace && <Box sx={place} />;
  const others = Math.max(0, batch.memberCount - failed);
  return (
    <Box
      component="section"
      aria-label="Retry"
      className="no-print"
      sx={{
        ...place,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        fontSize: '0.8125rem',
      }}
    >
      <span>
        {failuresLabel(part.counts)}.{' '}
        {others === 0
          ? 'Sending again commands only these.'
          : `Sending again also commands the ${formatCount(others, 'other Entity', 'other Entities')}.`}{' '}
        {permission.reason ??
          (isUnsettled(batch) && 'It is offered once the unknown outcome was checked.')}
      </span>
      {permission.allowed && !isUnsettled(batch) && (
        <SendAgain batch={batch}>
          Send again to all {formatCount(batch.memberCount, 'Entity', 'Entities')}
        </SendAgain>
      )}
    </Box>
  );
}
