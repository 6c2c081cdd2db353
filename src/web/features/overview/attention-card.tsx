import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { EntityFacets, Facet } from '../../../contract/console/directory-list.ts';
import { OVERVIEW_ROUTES, type Attention } from '../../../contract/console/overview.ts';
import { requestLabel } from '../../../domain/command-rules.ts';
import {
  collectiveLabel,
  formatCount,
  formatNumber,
  shortId,
  typeLabel,
} from '../../../domain/format.ts';
import { SILENT_DAYS } from '../../../domain/silent.ts';
import { unknownOutcomeText } from '../../../domain/unknown-outcome.ts';
import { mutation } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { AppLink, BatchLink } from '../../components/app-link.tsx';
import { Card, Nothing } from '../../components/card.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { CutText } from '../../components/hint.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { useZone } from '../../theme/preferences.ts';
import { toneColor, toneGround, type StatusTone } from '../../theme/status.ts';
import type { ListSearch } from '../directory/directory-search.ts';

type Failed = Pick<EntityFacets, 'total' | 'type' | 'brand'>;

interface AttentionCardProps {
  attention: readonly Attention[];
  /** The Entities whose last Command failed, by type and brand; null: being counted. */
  failed: Failed | null;
  /** Whether the Commands of all Entities were read. */
  isRead: boolean;
}

/** Items for an operator's attention, each with its one action; each can be hidden from everyone for a day. */
export function AttentionCard({ attention, failed, isRead }: AttentionCardProps) {
  const { allowed } = usePermission('dismiss-attention');
  const hiding = useMutation(mutation(OVERVIEW_ROUTES.dismissAttention));
  const hasFailed = failed !== null && failed.total > 0;
  const count = attention.length + (hasFailed ? 1 : 0);
  return (
    <Card title="Needs attention" note={count > 0 ? formatNumber(count) : null} fills>
      <ErrorPanel what="It was not hidden" error={hiding.error} />
      {count === 0 && (
        <Nothing>
          {isRead ? 'Nothing stands out.' : 'Nothing stands out in what was read so far.'}
        </Nothing>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {hasFailed && <FailedRow failed={failed} />}
        {attention.map((item) => (
          <Row
            key={item.key}
            item={item}
            onHide={
              // It waits for this operator alone: nobody else hides it.
              allowed && item.kind !== 'approvals'
                ? () => hiding.mutate({ body: { key: item.key } })
                : null
            }
            isHiding={hiding.isPending && hiding.variables.body.key === item.key}
          />
        ))}
      </Box>
    </Card>
  );
}

/** Values named of each. */
const MOST = 3;

/** Where failures are: the types and brands of the Entities whose last Command failed, most first. */
function FailedRow({ failed: { total, type, brand } }: { failed: Failed }) {
  const named = ({ values }: Facet, labelOf: (value: string) => string) =>
    values
      .slice(0, MOST)
      .map(({ value, label, count }) => `${labelOf(label || value)} ${formatNumber(count)}`)
      .join(', ');
  const text: AttentionText = {
    tone: 'red',
    mark: '✕',
    title: `${formatCount(total, 'Entity', 'Entities')} failed last time`,
    detail: [named(type, typeLabel), named(brand, (label) => label)].filter(Boolean).join(' · '),
    action: toList({ outcome: 'failed' }),
  };
  return <Line text={text} />;
}

interface RowProps {
  item: Attention;
  /** Null: the operator may not. */
  onHide: (() => void) | null;
  isHiding: boolean;
}

function Row({ item, onHide, isHiding }: RowProps) {
  const text = attentionText(item, useZone());
  return (
    <Line text={text}>
      {onHide !== null && (
        <Tooltip title="Hide for a day, for everyone; it returns earlier if its cause changes">
          <IconButton
            aria-label={`Hide for a day: ${text.title}`}
            onClick={onHide}
            loading={isHiding}
            sx={{ mr: -0.75, color: 'text.secondary' }}
          >
            <VisibilityOffIcon sx={{ fontSize: 16 }} />
          </IconButton>
        </Tooltip>
      )}
    </Line>
  );
}

/** A line of the list. @param children a button at its end */
function Line({ text, children }: { text: AttentionText; children?: ReactNode }) {
  const { tone, mark, title, detail, action } = text;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: '24px minmax(0, 1fr) auto auto',
        columnGap: 1.25,
        alignItems: 'center',
        py: 0.75,
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
        <Box sx={{ fontWeight: 500 }}>
          <CutText lines={2}>{title}</CutText>
        </Box>
        <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          <CutText lines={2}>{detail}</CutText>
        </Box>
      </Box>
      {action}
      {children}
    </Box>
  );
}

/** The text of an item that needs attention, and its one action. */
interface AttentionText {
  tone: StatusTone;
  mark: string;
  title: string;
  detail: ReactNode;
  action: ReactNode;
}

function batchDetail(batch: BatchSummary): ReactNode {
  return (
    <>
      {requestLabel(batch.items)} on {collectiveLabel(batch)},{' '}
      <RelativeTimeText instant={batch.createdAt} />
    </>
  );
}

function toBatch(batch: BatchSummary, text: string): ReactNode {
  return <BatchLink id={batch.id}>{text}</BatchLink>;
}

type OfEntities = Extract<Attention, { entities: unknown }>;

/** "Van 1, Van 2 and 4 others". */
function names({ entities, count }: OfEntities): string {
  const named = entities.map(({ id, name }) => name ?? shortId(id)).join(', ');
  const rest = count - entities.length;
  return rest > 0 ? `${named} and ${formatCount(rest, 'other', 'others')}` : named;
}

type FailedReads = Extract<Attention, { reasons: number }>;

/** The message if all are equal; otherwise how many there are, and the most frequent with its count. */
function why({ reason: { message, count }, reasons }: FailedReads): string {
  if (reasons === 1) return message;
  return `${formatNumber(reasons)} different reasons, most often (${formatNumber(count)}): ${message}`;
}

const some = ({ count }: { count: number }) => formatCount(count, 'Entity', 'Entities');

function toList(search: ListSearch): ReactNode {
  return (
    <AppLink to="/entities" search={search}>
      List
    </AppLink>
  );
}

/** The text of an item that needs attention. @param zone IANA name of the zone of its times */
function attentionText(item: Attention, zone: string): AttentionText {
  switch (item.kind) {
    case 'approvals':
      return {
        tone: 'blue',
        mark: '✓',
        title: `${formatCount(item.count, 'dispatch waits', 'dispatches wait')} for your approval`,
        detail: (
          <>
            {item.batch.operator.name} asked for: {batchDetail(item.batch)}
          </>
        ),
        action:
          item.count === 1 ? (
            toBatch(item.batch, 'Decide')
          ) : (
            <AppLink to="/batches" search={{ outcome: 'waiting' }}>
              Decide
            </AppLink>
          ),
      };
    case 'outcome-unknown': {
      const found = unknownOutcomeText(item.batch, zone);
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
        action: toBatch(item.batch, 'View'),
      };
    }
    case 'many-failed':
      return {
        tone: 'red',
        mark: '!',
        title: `${formatNumber(item.failed)} of ${formatNumber(item.batch.memberCount)} failed or not verified`,
        detail: batchDetail(item.batch),
        action: toBatch(item.batch, 'See causes'),
      };
    case 'plans-blocked':
      return {
        tone: 'red',
        mark: '!',
        title: `${formatCount(item.commands, 'planned Command', 'planned Commands')} will not run`,
        detail: <>Their Entities are archived or not reachable. First: {batchDetail(item.batch)}</>,
        action: toBatch(item.batch, 'Open'),
      };
    case 'failing': {
      const [first] = item.entities;
      return {
        tone: 'red',
        mark: '!',
        title: `${some(item)} failed three times in a row`,
        detail: names(item),
        action: first !== undefined && (
          <AppLink to="/entities/$entityId" params={{ entityId: first.id }}>
            Open
          </AppLink>
        ),
      };
    }
    case 'silent':
      return {
        tone: 'amber',
        mark: '…',
        title: `${some(item)} silent`,
        detail: `No charge session in ${SILENT_DAYS} days: ${names(item)}`,
        action: toList({ silent: '1' }),
      };
    case 'offboardings':
      return {
        tone: 'grey',
        mark: '–',
        title: `${some(item)} being offboarded`,
        detail: names(item),
        action: <AppLink to="/offboarding">Requests</AppLink>,
      };
    case 'unreachable':
      return {
        tone: 'amber',
        mark: '…',
        title: `${some(item)} not reachable`,
        detail: `The Service refuses their ids, or does not know them: ${names(item)}`,
        action: toList({ health: 'unreachable' }),
      };
    case 'reads-failed':
    case 'reads-partial': {
      const isPartial = item.kind === 'reads-partial';
      return {
        tone: 'amber',
        mark: '↻',
        title: `${some(item)} ${isPartial ? 'partly read' : 'unreadable'}`,
        // Names may be cut: the list has them too.
        detail: `${why(item)} · ${names(item)}`,
        action: toList({ reads: isPartial ? 'partial' : 'failing' }),
      };
    }
  }
}
