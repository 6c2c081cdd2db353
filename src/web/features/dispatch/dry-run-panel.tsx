import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode, type Ref } from 'react';
import type { DispatchPlan, DryRun, DryRunGroup } from '../../../contract/console/dry-run.ts';
import { formatNumber } from '../../../domain/format.ts';
import { AsOf } from '../../components/as-of.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { TallyBar } from '../../components/status/tally-bar.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { toneColor, toneGround } from '../../theme/status.ts';
import { DryRunEntities } from './dry-run-entities.tsx';
import {
  EFFECT_STYLES,
  GROUP_LABELS,
  outlookSegments,
  shownGroups,
  verdictTitle,
} from './dry-run-labels.ts';

interface DryRunPanelProps {
  plan: DispatchPlan;
  dryRun: UseQueryResult<DryRun>;
  /** Set while the operator may skip the dry run. */
  onSkip: (() => void) | null;
  /** The verdict, which takes the focus. */
  titleRef?: Ref<HTMLHeadingElement>;
}

/** The forecast: the verdict, its bar, and a row with a list per group of Entities. */
export function DryRunPanel({ plan, dryRun, onSkip, titleRef }: DryRunPanelProps) {
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
            It can be sent without a dry run. The server still checks for warnings.
          </Typography>
        </ErrorPanel>
      )}
      {data !== undefined && <Forecast plan={plan} data={data} />}
    </Box>
  );
}

function Forecast({ plan, data }: { plan: DispatchPlan; data: DryRun }) {
  const [open, setOpen] = useState<DryRunGroup['kind'] | null>(null);
  const { outlook, memberCount, membersKnownAt } = data;
  const groups = shownGroups(data);
  return (
    <>
      <TallyBar segments={outlookSegments(data)} />
      <Box component="ul" aria-label="Results of the dry run" sx={listStyles}>
        {outlook.acts > 0 && (
          <li>
            <Line
              effect="acts"
              count={outlook.acts}
              label={`can act: nothing known prevents ${outlook.acts === 1 ? 'it' : 'them'}`}
            >
              {formatNumber(memberCount)} known Entities
              {membersKnownAt !== null && (
                <>
                  , learned <RelativeTimeText instant={membersKnownAt} />
                </>
              )}
            </Line>
          </li>
        )}
        {groups.map((group) => (
          <li key={group.kind}>
            <GroupLine
              group={group}
              open={open === group.kind}
              onToggle={() => setOpen(open === group.kind ? null : group.kind)}
            />
            {open === group.kind && <DryRunEntities plan={plan} group={group.kind} />}
          </li>
        ))}
      </Box>
      {groups.length > 1 && (
        <Typography variant="caption" color="textSecondary">
          An Entity can be in several rows; the bar counts it once.
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
  '& > li': { py: 1 },
  '& > li + li': { borderTop: 1, borderColor: 'divider' },
} as const;

interface LineProps {
  effect: DryRunGroup['effect'] | 'acts';
  /** Null: not known. */
  count: number | null;
  label: string;
  /** Its basis, in a second line. */
  children: ReactNode;
  action?: ReactNode;
}

function Line({ effect, count, label, children, action }: LineProps) {
  const style = EFFECT_STYLES[effect];
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
        {count === null ? 'not known' : formatNumber(count)}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ fontWeight: 500 }}>{label}</Box>
        <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>{children}</Box>
      </Box>
      {action}
    </Box>
  );
}

interface GroupLineProps {
  group: DryRunGroup;
  open: boolean;
  onToggle: () => void;
}

function GroupLine({ group, open, onToggle }: GroupLineProps) {
  const { kind, count, problem, effect, newestAt, stale } = group;
  const verb = open ? 'Hide' : 'List';
  return (
    <Line
      effect={effect}
      count={count}
      label={GROUP_LABELS[kind]}
      action={
        count !== null && (
          <Button
            aria-expanded={open}
            aria-label={`${verb} the ${formatNumber(count)} that ${GROUP_LABELS[kind]}`}
            onClick={onToggle}
            sx={{ minHeight: 28, flex: 'none' }}
          >
            {verb}
          </Button>
        )
      }
    >
      {newestAt !== null && (
        <>
          last seen <RelativeTimeText instant={newestAt} />{' '}
        </>
      )}
      <Box component="span" sx={{ color: 'var(--mui-palette-status-amber)' }}>
        {problem}
        {stale !== null && (
          <>
            {' '}
            {stale.count === count ? '' : `${formatNumber(stale.count)} `}as of{' '}
            <RelativeTimeText instant={stale.oldestAt} />, not read since
          </>
        )}
      </Box>
    </Line>
  );
}
