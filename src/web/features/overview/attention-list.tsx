import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { Attention } from '../../../contract/console/overview.ts';
import { requestLabel } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber, shortId } from '../../../domain/format.ts';
import { unknownMessage } from '../../../domain/resolution-message.ts';
import { AppLink } from '../../components/app-link.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { toneColor, toneGround, type StatusTone } from '../../theme/status.ts';

/** What an operator should look at, each with its one action. */
export function AttentionList({ attention }: { attention: readonly Attention[] }) {
  if (attention.length === 0) {
    return (
      <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
        Nothing stands out.
      </Box>
    );
  }
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {attention.map((item) => (
        <Row key={keyOf(item)} {...rowOf(item)} />
      ))}
    </Box>
  );
}

interface RowProps {
  tone: StatusTone;
  mark: string;
  title: string;
  detail: ReactNode;
  action: ReactNode;
}

function Row({ tone, mark, title, detail, action }: RowProps) {
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: '24px minmax(0, 1fr) auto',
        gap: 1.25,
        alignItems: 'center',
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0, pt: 0 },
      }}
    >
      <Box
        aria-hidden="true"
        sx={{
          width: 24,
          height: 24,
          borderRadius: 0.5,
          display: 'grid',
          placeItems: 'center',
          fontWeight: 600,
          color: toneColor(tone),
          background: toneGround({ tone, look: 'soft' }),
        }}
      >
        {mark}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontWeight: 500 }}>{title}</Box>
        <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{detail}</Box>
      </Box>
      {action}
    </Box>
  );
}

function keyOf(item: Attention): string {
  return 'batch' in item ? `${item.kind} ${item.batch.id}` : item.kind;
}

function batchDetail(batch: BatchSummary): ReactNode {
  const where = batch.collectiveName ?? `Collective ${shortId(batch.collectiveId)}`;
  return (
    <>
      {requestLabel(batch.items)} on {where}, <RelativeTimeText instant={batch.createdAt} />
    </>
  );
}

function toBatch(batch: BatchSummary, text: string): ReactNode {
  return (
    <AppLink to="/batches/$dispatchId" params={{ dispatchId: batch.id }}>
      {text}
    </AppLink>
  );
}

function rowOf(item: Attention): RowProps {
  switch (item.kind) {
    case 'outcome-unknown': {
      const found = unknownMessage(item.batch);
      return {
        tone: 'amber',
        mark: '?',
        title: 'Outcome unknown',
        detail: (
          <>
            {batchDetail(item.batch)}
            {found !== null && ` · ${found}`}
          </>
        ),
        action: toBatch(item.batch, 'Look'),
      };
    }
    case 'many-failed':
      return {
        tone: 'red',
        mark: '!',
        title: `${formatNumber(item.failed)} of ${formatNumber(item.batch.memberCount)} failed or were not verified`,
        detail: batchDetail(item.batch),
        action: toBatch(item.batch, 'See causes'),
      };
    case 'failing': {
      const [first] = item.entities;
      const names = item.entities.map(({ id, name }) => name ?? shortId(id)).join(', ');
      return {
        tone: 'red',
        mark: '!',
        title: `${formatCount(item.count, 'Entity', 'Entities')} failed three times in a row`,
        detail: item.count > item.entities.length ? `${names} and others` : names,
        action:
          first === undefined ? null : (
            <AppLink to="/entities/$entityId" params={{ entityId: first.id }}>
              Open
            </AppLink>
          ),
      };
    }
    case 'unreachable':
      return {
        tone: 'amber',
        mark: '…',
        title: `${formatCount(item.count, 'Entity', 'Entities')} not reachable`,
        detail: 'The Service refuses their ids, or does not know them.',
        action: (
          <AppLink to="/entities" search={{ health: 'unreachable' }}>
            List
          </AppLink>
        ),
      };
    case 'places-failed':
      return {
        tone: 'grey',
        mark: '–',
        title: `Places of ${formatCount(item.count, 'Entity', 'Entities')} could not be read`,
        detail: 'They are not on the map, or stand where they were last seen.',
        action: (
          <AppLink to="/settings/fleet" search={{ resource: 'locations' }}>
            Reasons
          </AppLink>
        ),
      };
    case 'conflicts':
      return {
        tone: 'grey',
        mark: '≠',
        title: formatCount(item.count, 'record differs', 'records differ'),
        detail: 'Values of the directory that newer facts contradict.',
        action: <AppLink to="/collectives">Decide</AppLink>,
      };
  }
}
