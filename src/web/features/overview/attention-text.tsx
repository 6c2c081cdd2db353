import type { ReactNode } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { Attention } from '../../../contract/console/overview.ts';
import { requestLabel } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber, shortId } from '../../../domain/format.ts';
import { SILENT_DAYS } from '../../../domain/silent.ts';
import { unknownOutcomeText } from '../../../domain/unknown-outcome.ts';
import { AppLink } from '../../components/app-link.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import type { StatusTone } from '../../theme/status.ts';
import type { ListSearch } from '../directory/directory-search.ts';

/** The text of an item that needs attention, and its one action. */
export interface AttentionText {
  tone: StatusTone;
  mark: string;
  title: string;
  detail: ReactNode;
  action: ReactNode;
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
export function attentionText(item: Attention, zone: string): AttentionText {
  switch (item.kind) {
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
