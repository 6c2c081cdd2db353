import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState, type Ref } from 'react';
import {
  type DispatchPlan,
  type DryRun,
  type DryRunCount,
  DRY_RUN_ROUTES,
} from '../../../contract/console/dry-run.ts';
import { formatNumber, shortId, typeLabel, formatCount } from '../../../domain/format.ts';
import { query } from '../../api/query.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Pager } from '../../components/pager.tsx';
import { ReadBlock, BlockSkeleton } from '../../components/read.tsx';
import { TallyBar } from '../../components/status/tally-bar.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { toneColor, toneGround, type StatusStyle } from '../../theme/status.ts';

/** Label of each count of a dry run, after its number. */
const COUNT_LABELS: Readonly<Record<DryRunCount, string>> = {
  'can-act': 'can act: nothing known prevents it',
  open: 'have a Command that is still open',
  failed: 'failed last time',
  away: 'are unreachable or being offboarded',
  'unknown-type': 'are of unknown type',
  'wrong-type': 'do not take it',
};

/** How each count is drawn. Not green: nothing is proven yet. */
const COUNT_STYLES: Readonly<Record<DryRunCount, StatusStyle>> = {
  'can-act': { tone: 'teal', look: 'outline' },
  open: { tone: 'amber', look: 'hatched' },
  failed: { tone: 'amber', look: 'soft' },
  away: { tone: 'amber', look: 'hatched' },
  'unknown-type': { tone: 'grey', look: 'hatched' },
  'wrong-type': { tone: 'red', look: 'soft' },
};

/** The counts that are not zero, those that can act first. */
function shownCounts({ counts }: DryRun): DryRun['counts'] {
  return counts.filter(({ count }) => count > 0).toReversed();
}

/** "46 of 60 can act, as far as is known". */
export function verdictTitle({ counts, memberCount }: DryRun): string {
  if (memberCount === 0) return 'No Entity is known';
  const many = (kind: DryRunCount) => counts.find((each) => each.kind === kind)?.count ?? 0;
  const acts = many('can-act');
  if (acts > 0) {
    return `${formatNumber(acts)} of ${formatNumber(memberCount)} can act, as far as is known`;
  }
  const of = formatCount(memberCount, 'Entity', 'Entities');
  return many('wrong-type') === memberCount
    ? `None of ${of} can act`
    : `It is unclear whether any of ${of} can act`;
}

interface DryRunPanelProps {
  plan: DispatchPlan;
  dryRun: UseQueryResult<DryRun>;
  /** Set while the operator may skip the dry run. */
  onSkip: (() => void) | null;
  /** Whether nothing is sent without it. */
  isNeeded?: boolean;
  /** The verdict, which takes the focus. */
  titleRef?: Ref<HTMLHeadingElement>;
}

/** The dry run: the verdict, its bar, and a row with its Entities for each count that is not zero. */
export function DryRunPanel(props: DryRunPanelProps) {
  const { plan, dryRun, onSkip, isNeeded = false, titleRef } = props;
  const { data, error, isFetching, refetch } = dryRun;
  const waiting = error === null ? 'Checking how many can act' : 'It is not known how many can act';
  return (
    <Box component="section" aria-label="Dry run" sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'center' }}>
        <Typography
          ref={titleRef}
          tabIndex={-1}
          component="h3"
          sx={{
            flex: '1 1 auto',
            fontSize: '1rem',
            fontWeight: 600,
            '&:focus-visible': { outline: 'none' },
          }}
        >
          {data === undefined ? waiting : verdictTitle(data)}
        </Typography>
        {data !== undefined && <AsOf read={dryRun} what="the dry run" />}
      </Box>
      {data === undefined && error === null && (
        <>
          <BlockSkeleton height={120} what="the dry run" />
          {onSkip !== null && (
            <Button color="inherit" onClick={onSkip} sx={{ justifySelf: 'start' }}>
              Skip the dry run
            </Button>
          )}
        </>
      )}
      {data === undefined && error !== null && (
        <ErrorPanel
          what="The dry run could not be read"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          <Typography variant="body2">
            {isNeeded
              ? 'Nobody approves without a dry run.'
              : 'It can be sent without a dry run. The server still checks for warnings.'}
          </Typography>
        </ErrorPanel>
      )}
      {data !== undefined && <Forecast plan={plan} data={data} />}
    </Box>
  );
}

function Forecast({ plan, data }: { plan: DispatchPlan; data: DryRun }) {
  const [open, setOpen] = useState<DryRunCount | null>(null);
  const counts = shownCounts(data);
  const verbOf = (kind: DryRunCount) => (open === kind ? 'Hide' : 'List');
  return (
    <>
      <TallyBar
        segments={counts.map(({ kind, count }) => ({
          key: kind,
          label: COUNT_LABELS[kind],
          count,
          style: COUNT_STYLES[kind],
        }))}
      />
      <Box component="ul" aria-label="Results of the dry run" sx={listStyles}>
        {counts.map(({ kind, count }) => (
          <li key={kind}>
            <Box sx={{ display: 'flex', gap: 1.25, alignItems: 'center' }}>
              <Box component="span" sx={{ ...countStyles, ...countColors(kind) }}>
                {formatNumber(count)}
              </Box>
              <Box sx={{ flex: 1, minWidth: 0, fontWeight: 500 }}>{COUNT_LABELS[kind]}</Box>
              <Button
                aria-expanded={open === kind}
                aria-label={`${verbOf(kind)} the ${formatNumber(count)} that ${COUNT_LABELS[kind]}`}
                onClick={() => setOpen(open === kind ? null : kind)}
                sx={{ minHeight: 28, flex: 'none' }}
              >
                {verbOf(kind)}
              </Button>
            </Box>
            {open === kind && <DryRunEntities plan={plan} count={kind} />}
          </li>
        ))}
      </Box>
      {!data.areOffboardingsKnown && (
        <Typography variant="caption" sx={{ color: 'var(--mui-palette-status-amber)' }}>
          Whether some are being offboarded is not known: it was never read.
        </Typography>
      )}
    </>
  );
}

const listStyles = {
  m: 0,
  p: 0,
  listStyle: 'none',
  fontSize: '0.8125rem',
  '& > li': { py: 0.75 },
  '& > li + li': { borderTop: 1, borderColor: 'divider' },
} as const;

const countStyles = {
  flex: 'none',
  minWidth: 34,
  boxSizing: 'border-box',
  px: 1,
  borderRadius: 99,
  lineHeight: '22px',
  textAlign: 'center',
  fontWeight: 500,
  fontVariantNumeric: 'tabular-nums',
} as const;

const countColors = (kind: DryRunCount) => ({
  color: toneColor(COUNT_STYLES[kind].tone),
  background: toneGround(COUNT_STYLES[kind]),
});

const NEW_TAB = { target: '_blank', rel: 'noopener' } as const;

/** The Entities of one count, a page at a time. */
function DryRunEntities({ plan, count }: { plan: DispatchPlan; count: DryRunCount }) {
  const [page, setPage] = useState(1);
  const list = useQuery(dryRunEntities(plan, count, page));
  if (list.data === undefined) return <ReadBlock read={list} what="the Entities" rows={3} />;
  const { entities, total } = list.data;
  return (
    <Box sx={{ pl: { xs: 0, sm: 5.5 }, pt: 0.75 }}>
      <Box
        component="ul"
        aria-label={`Entities that ${COUNT_LABELS[count]}`}
        tabIndex={0}
        sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 220, overflowY: 'auto' }}
      >
        {entities.map(({ id, name, type, at, dispatchId }) => (
          <Box component="li" key={id} sx={{ py: 0.25 }}>
            <AppLink to="/entities/$entityId" params={{ entityId: id }} {...NEW_TAB}>
              {name ?? shortId(id)}
            </AppLink>{' '}
            {typeLabel(type)}
            {at !== null && (
              <>
                , <RelativeTimeText instant={at} />
              </>
            )}{' '}
            {dispatchId !== null && (
              <AppLink to="/batches/$dispatchId" params={{ dispatchId }} {...NEW_TAB}>
                its batch
              </AppLink>
            )}
          </Box>
        ))}
      </Box>
      <Pager what="these Entities" page={page} size={DRY_RUN_PAGE} total={total} onPage={setPage} />
    </Box>
  );
}

/** Entities per page of the list behind a number. */
const DRY_RUN_PAGE = 50;

/** Runs a dry run of a dispatch. Nothing is sent. */
export type ReadDryRun = (plan: DispatchPlan, signal: AbortSignal) => Promise<DryRun>;

/** The dry run of a plan. Each review reads it again; an old answer is never shown as a new one. */
export function dryRunOf(plan: DispatchPlan, read?: ReadDryRun) {
  const queryFn = read && (({ signal }: { signal: AbortSignal }) => read(plan, signal));
  return {
    ...query(DRY_RUN_ROUTES.dryRun, { body: plan }),
    ...(queryFn && { queryFn }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  };
}

/** A page of the Entities behind one number of a dry run. @param page from 1 */
export function dryRunEntities(plan: DispatchPlan, count: DryRunCount, page: number) {
  const offset = (page - 1) * DRY_RUN_PAGE;
  return {
    ...query(DRY_RUN_ROUTES.dryRunList, { body: { ...plan, count, offset, limit: DRY_RUN_PAGE } }),
    // Nothing tells that it changed, and it belongs to a number that was just read.
    staleTime: 0,
    refetchOnWindowFocus: false,
  };
}
