import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode, type Ref } from 'react';
import type { DispatchPlan, DryRun, DryRunGroup } from '../../../contract/console/dry-run.ts';
import { formatNumber } from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import { AsOf } from '../../components/as-of.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { TallyBar } from '../../components/status/tally-bar.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { segmentFill, toneColor, toneGround } from '../../theme/status.ts';
import { DryRunEntities } from './dry-run-entities.tsx';
import { AGE_LABELS, GROUP_LABELS } from './dry-run-labels.ts';
import {
  EFFECT_STYLES,
  outlookSegments,
  overlaps,
  shownGroups,
  verdictTitle,
} from './dry-run-verdict.ts';

/** The dry run of a plan, with its state. */
interface DryRunState {
  data: DryRun | undefined;
  error: unknown;
  fetching: boolean;
  refresh: () => void;
}

interface DryRunPanelProps {
  plan: DispatchPlan;
  state: DryRunState;
  /** Set while the operator may skip the dry run. */
  onSkip: (() => void) | null;
  /** The verdict, which takes the focus. */
  titleRef?: Ref<HTMLHeadingElement>;
}

/** The forecast: the verdict, its bar, and a row with a list per group of Entities. */
export function DryRunPanel({ plan, state, onSkip, titleRef }: DryRunPanelProps) {
  const { data, error, fetching, refresh } = state;
  const failed = data === undefined && error !== null;
  const waiting = failed ? 'It is not known how many can act' : 'Checking how many can act';
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
        {data !== undefined && (
          <AsOf read={{ asOf: data.asOf, error, fetching, refresh }} what="the dry run" />
        )}
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
      {failed && (
        <>
          <Box
            aria-hidden="true"
            sx={{ height: 10, borderRadius: 0.5, background: segmentFill(EFFECT_STYLES.unclear) }}
          />
          <ErrorPanel
            what="The dry run could not be read"
            error={error}
            onRetry={refresh}
            retrying={fetching}
          >
            <Typography variant="body2">
              It can be sent without a dry run. The server still checks for warnings.
            </Typography>
          </ErrorPanel>
        </>
      )}
      {data !== undefined && <Verdict plan={plan} data={data} />}
    </Box>
  );
}

function Verdict({ plan, data }: { plan: DispatchPlan; data: DryRun }) {
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
              label={
                outlook.acts === 1
                  ? 'can act: nothing known prevents it'
                  : 'can act: nothing known prevents them'
              }
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
        {groups.map((group) => {
          const shown = open === group.kind;
          return (
            <li key={group.kind}>
              <GroupLine
                group={group}
                open={shown}
                onToggle={() => setOpen(shown ? null : group.kind)}
              />
              {shown && <DryRunEntities plan={plan} group={group.kind} />}
            </li>
          );
        })}
      </Box>
      {overlaps(groups, memberCount, outlook.acts) && (
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
  /** Its source, in a second line. */
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
  const { kind, count, oldestSeenAt, problem, effect } = group;
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
      {problem !== null && (
        <Box component="span" sx={{ color: 'var(--mui-palette-status-amber)' }}>
          {problem}{' '}
        </Box>
      )}
      {oldestSeenAt !== null && count !== null && (
        <>
          oldest seen <RelativeTimeText instant={oldestSeenAt} />
        </>
      )}
      <Ages group={group} />
    </Line>
  );
}

/** Whether two times differ when shown. */
function isApart(a: string | null, b: string | null): boolean {
  return Math.abs((instantMs(a) ?? 0) - (instantMs(b) ?? 0)) >= 60_000;
}

/** The age of a group's basis, and of its reads if they are stale. */
function Ages({ group: { kind, count, newestAt, oldestAt, stale } }: { group: DryRunGroup }) {
  return (
    <>
      {newestAt !== null && (
        <>
          {AGE_LABELS[kind]} <RelativeTimeText instant={newestAt} />
          {isApart(oldestAt, newestAt) && (
            <>
              , the oldest <RelativeTimeText instant={oldestAt} />
            </>
          )}
        </>
      )}
      {stale !== null && (
        <Box component="span" sx={{ color: 'var(--mui-palette-status-amber)' }}>
          {newestAt === null ? '' : ' · '}
          {stale.count === count ? '' : `${formatNumber(stale.count)} `}as of{' '}
          <RelativeTimeText instant={stale.oldestAt} />, not read since
        </Box>
      )}
    </>
  );
}
