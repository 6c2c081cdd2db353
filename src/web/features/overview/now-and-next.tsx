import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { SENT_BY_ANOTHER } from '../../../contract/console/fleet-entity.ts';
import type { Overview } from '../../../contract/console/overview.ts';
import type { PlannedItem } from '../../../contract/console/schedule.ts';
import { batchOutcomeLabel, outcomeCounts } from '../../../domain/batch-outcome.ts';
import { isRunning, progressOf } from '../../../domain/batch-running.ts';
import { commandLabelWithValue, requestLabel } from '../../../domain/command-rules.ts';
import { collectiveLabel, formatCount, formatNumber } from '../../../domain/format.ts';
import { runningQuery } from '../../api/batches.ts';
import { AppLink, BatchLink } from '../../components/app-link.tsx';
import { Card, Nothing } from '../../components/card.tsx';
import { CutText } from '../../components/hint.tsx';
import { noPlansText } from '../../components/known-of.ts';
import { TallyBar, stateSegments } from '../../components/status/tally-bar.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { useNow } from '../../components/use-now.ts';
import { sentence } from '../../../lib/sentence.ts';

/** Running batches shown as a bar; the others are in Activity. */
const SHOWN = 2;

const plainList = { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.75 } as const;
const small = { fontSize: '0.8125rem', color: 'text.secondary', whiteSpace: 'nowrap' } as const;

/** The batches that are running, and the next planned Commands. */
export function NowAndNext({ overview }: { overview: Overview }) {
  const { planned, next, commandsRead } = overview;
  const now = useNow();
  const { data } = useQuery(runningQuery);
  const running = data?.batches.filter((batch) => isRunning(batch, now)) ?? [];
  return (
    <Card
      title={running.length > 0 ? 'Running and next' : 'Next'}
      aside={
        planned > next.length && (
          <AppLink to="/schedule">All {formatCount(planned, 'plan', 'plans')}</AppLink>
        )
      }
    >
      {running.length > 0 && (
        <Box component="ul" aria-label="Running" sx={{ ...plainList, mb: 1.5 }}>
          {running.slice(0, SHOWN).map((batch) => (
            <Running key={batch.id} batch={batch} />
          ))}
          {running.length > SHOWN && (
            <li>
              <AppLink to="/batches">
                {formatNumber(running.length - SHOWN)} more are running
              </AppLink>
            </li>
          )}
        </Box>
      )}
      {next.length === 0 ? (
        <Nothing>
          {sentence(noPlansText(commandsRead))} A dispatch can be planned for later.
        </Nothing>
      ) : (
        <Box component="ul" aria-label="Next" sx={plainList}>
          {next.map((plan) => (
            <Planned
              key={`${plan.batch?.dispatchId ?? ''} ${plan.triggerTime} ${plan.type ?? ''} ${plan.value ?? ''}`}
              plan={plan}
            />
          ))}
        </Box>
      )}
    </Card>
  );
}

function Line({ link, where, end }: { link: ReactNode; where: string; end: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', columnGap: 1, alignItems: 'baseline' }}>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{link}</Box>
      <Box sx={{ ...small, flex: '1 1 72px', minWidth: 0 }}>
        <CutText>{where}</CutText>
      </Box>
      <Box sx={small}>{end}</Box>
    </Box>
  );
}

function Running({ batch }: { batch: BatchSummary }) {
  const { done, total } = progressOf(batch);
  return (
    <Box component="li" sx={{ display: 'grid', gap: 0.5 }}>
      <Line
        link={<BatchLink id={batch.id}>{requestLabel(batch.items)}</BatchLink>}
        where={collectiveLabel(batch)}
        end={
          <Tooltip title={batchOutcomeLabel(batch)}>
            <span>
              {total === 0 ? 'sending' : `${formatNumber(done)} of ${formatNumber(total)}`}
            </span>
          </Tooltip>
        }
      />
      <TallyBar segments={stateSegments(outcomeCounts(batch))} height={6} />
    </Box>
  );
}

function Planned({ plan }: { plan: PlannedItem }) {
  const { batch, open, triggerTime } = plan;
  const label = commandLabelWithValue(plan);
  const where = batch === null ? SENT_BY_ANOTHER : collectiveLabel(batch);
  return (
    <li>
      <Line
        link={
          batch === null ? (
            <AppLink to="/schedule">{label}</AppLink>
          ) : (
            <BatchLink id={batch.dispatchId}>{label}</BatchLink>
          )
        }
        where={`${where}, ${formatNumber(open)}`}
        end={<RelativeTimeText instant={triggerTime} />}
      />
    </li>
  );
}
