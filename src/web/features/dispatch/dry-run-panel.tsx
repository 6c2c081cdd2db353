import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type Ref } from 'react';
import type { DispatchPlan, DryRun, DryRunCount } from '../../../contract/console/dry-run.ts';
import { formatNumber } from '../../../domain/format.ts';
import { AsOf } from '../../components/as-of.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { TallyBar } from '../../components/status/tally-bar.tsx';
import { toneColor, toneGround } from '../../theme/status.ts';
import { DryRunEntities } from './dry-run-entities.tsx';
import { COUNT_LABELS, COUNT_STYLES, shownCounts, verdictTitle } from './dry-run-labels.ts';

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
            <CountLine
              kind={kind}
              count={count}
              open={open === kind}
              onToggle={() => setOpen(open === kind ? null : kind)}
            />
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

interface CountLineProps {
  kind: DryRunCount;
  count: number;
  open: boolean;
  onToggle: () => void;
}

function CountLine({ kind, count, open, onToggle }: CountLineProps) {
  const style = COUNT_STYLES[kind];
  const verb = open ? 'Hide' : 'List';
  return (
    <Box sx={{ display: 'flex', gap: 1.25, alignItems: 'center' }}>
      <Box
        component="span"
        sx={{
          flex: 'none',
          minWidth: 34,
          boxSizing: 'border-box',
          px: 1,
          borderRadius: 99,
          lineHeight: '22px',
          textAlign: 'center',
          fontWeight: 500,
          fontVariantNumeric: 'tabular-nums',
          color: toneColor(style.tone),
          background: toneGround(style),
        }}
      >
        {formatNumber(count)}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, fontWeight: 500 }}>{COUNT_LABELS[kind]}</Box>
      <Button
        aria-expanded={open}
        aria-label={`${verb} the ${formatNumber(count)} that ${COUNT_LABELS[kind]}`}
        onClick={onToggle}
        sx={{ minHeight: 28, flex: 'none' }}
      >
        {verb}
      </Button>
    </Box>
  );
}
