import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { DispatchPlan, DryRun, DryRunGroup } from '../../../contract/console/dispatch.ts';
import { formatNumber } from '../../../domain/format.ts';
import { AsOf } from '../../components/as-of.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { DryRunEntities } from './dry-run-entities.tsx';
import { GROUP_LABELS } from './dry-run-labels.ts';

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
}

/** The expected state of the Entities: counts per group with their age, each with a list. */
export function DryRunPanel({ plan, state, onSkip }: DryRunPanelProps) {
  const { data, error, fetching, refresh } = state;
  const [open, setOpen] = useState<DryRunGroup['kind'] | null>(null);
  return (
    <Box component="section" aria-label="Dry run" sx={{ display: 'grid', gap: 0.75 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'baseline' }}>
        <Typography variant="h3" component="h4" sx={{ flex: 1 }}>
          Dry run
        </Typography>
        {data !== undefined && (
          <AsOf
            asOf={data.asOf}
            error={error}
            refreshing={fetching}
            onRefresh={refresh}
            what="the dry run"
          />
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
      {data === undefined && error !== null && (
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
      )}
      {data !== undefined && (
        <>
          <Typography variant="body2" color="textSecondary">
            {formatNumber(data.memberCount)} known Entities
            {data.membersKnownAt !== null && (
              <>
                , learned <RelativeTimeText instant={data.membersKnownAt} />
              </>
            )}
            .
          </Typography>
          <Box component="ul" aria-label="Results of the dry run" sx={listStyles}>
            {data.groups.map((group) => (
              <Box component="li" key={group.kind}>
                <GroupLine
                  group={group}
                  open={open === group.kind}
                  onToggle={() => setOpen(open === group.kind ? null : group.kind)}
                />
                {open === group.kind && <DryRunEntities plan={plan} group={group.kind} />}
              </Box>
            ))}
          </Box>
        </>
      )}
    </Box>
  );
}

const listStyles = {
  m: 0,
  p: 0,
  listStyle: 'none',
  fontSize: '0.8125rem',
  '& > li': { borderTop: 1, borderColor: 'divider', py: 0.25 },
} as const;

interface GroupLineProps {
  group: DryRunGroup;
  open: boolean;
  onToggle: () => void;
}

function GroupLine({ group, open, onToggle }: GroupLineProps) {
  const { kind, count, oldestSeenAt, problem } = group;
  const attention = count === null || count > 0;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: '88px 1fr',
        gap: 1,
        alignItems: 'center',
        minHeight: 28,
        color: attention ? 'text.primary' : 'text.secondary',
      }}
    >
      {count === null || count === 0 ? (
        <Box component="span" sx={{ textAlign: 'right', pr: 1.5 }}>
          {count === null ? 'not known' : '0'}
        </Box>
      ) : (
        <Button
          variant="outlined"
          color="inherit"
          aria-expanded={open}
          aria-label={`${formatNumber(count)} ${GROUP_LABELS[kind]}: ${open ? 'hide' : 'show'} them`}
          onClick={onToggle}
          sx={{ minHeight: 26, py: 0, justifyContent: 'flex-end' }}
        >
          {formatNumber(count)}
        </Button>
      )}
      <span>
        {GROUP_LABELS[kind]}
        {problem !== null && (
          <Box component="span" sx={{ color: 'var(--mui-palette-status-amber)' }}>
            : {problem}
          </Box>
        )}
        {attention && oldestSeenAt !== null && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {' '}
            · oldest seen <RelativeTimeText instant={oldestSeenAt} />
          </Box>
        )}
      </span>
    </Box>
  );
}
