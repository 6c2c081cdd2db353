import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import type {
  LeavingDecision,
  MembershipNews,
  Sighting,
  SightingDecision,
} from '../../../contract/console/membership.ts';
import { formatCount, formatNumber, shortId } from '../../../domain/format.ts';
import { EntityLink } from '../../components/entity-name.tsx';
import { Explanation } from '../../components/explanation.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';

/** The possible decisions. */
export type MembershipAct = SightingDecision | LeavingDecision;

interface MembershipViewProps {
  news: MembershipNews;
  /** Why this operator may not decide, or null. */
  denial: string | null;
  deciding: boolean;
  onAct: (act: MembershipAct) => void;
}

/** Rows shown of each list; a decision applies to all of its rows. */
const SHOWN = 20;

/** What the Service's answers reveal about a Collective's membership, and the possible decisions. */
export function MembershipView(props: MembershipViewProps) {
  const { news, denial } = props;
  const pending = news.sightings.filter(({ state }) => state === 'pending');
  const decided = news.sightings.filter(({ state }) => state !== 'pending');
  if (news.leaving === null && news.sightings.length === 0) return null;
  return (
    <Box
      sx={{ display: 'grid', gap: 1, mb: 1.5, fontSize: '0.8125rem' }}
      aria-busy={props.deciding}
    >
      {news.leaving !== null && <LeavingQuestion {...props} leaving={news.leaving} />}
      {pending.length > 0 && <Pending {...props} pending={pending} />}
      {decided.length > 0 && <Decided {...props} decided={decided} />}
      {denial !== null && (
        <Typography variant="caption" color="textSecondary">
          {denial}
        </Typography>
      )}
    </Box>
  );
}

interface PanelProps {
  title: string;
  children: ReactNode;
}

function Panel({ title, children }: PanelProps) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        borderLeft: 3,
        borderColor: 'var(--mui-palette-status-amber)',
        bgcolor: 'color-mix(in srgb, var(--mui-palette-status-amber) 7%, transparent)',
        px: 1.5,
        py: 1,
        display: 'grid',
        gap: 0.75,
        justifyItems: 'start',
      }}
    >
      <Typography variant="h3" component="h2" id={id}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function Act({
  label,
  caption,
  onAct,
  act,
  denial,
  deciding,
}: Omit<MembershipViewProps, 'news'> & { label?: string; caption: string; act: MembershipAct }) {
  return (
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      aria-label={label}
      disabled={denial !== null}
      aria-disabled={deciding || denial !== null}
      onClick={() => {
        if (!deciding) onAct(act);
      }}
      sx={{ minHeight: 26, py: 0 }}
    >
      {caption}
    </Button>
  );
}

function nameOf({ entityId, name }: Pick<Sighting, 'entityId' | 'name'>): string {
  return name ?? shortId(entityId);
}

/** "Named by the answers to 2 batches and 1 removal of a member". */
function sightingLabel({ batches, removals }: Sighting): string {
  const parts = [
    batches === 0 ? null : formatCount(batches, 'batch', 'batches'),
    removals === 0 ? null : formatCount(removals, 'removal of a member', 'removals of a member'),
  ];
  return `named by the answer to ${parts.filter((part) => part !== null).join(' and ')}`;
}

function Pending(props: MembershipViewProps & { pending: readonly Sighting[] }) {
  const { pending, news: _news, ...rest } = props;
  const all = pending.map(({ entityId }) => entityId);
  return (
    <Panel title="Seen in answers, not in the directory">
      <span style={{ display: 'flex', alignItems: 'center' }}>
        The Service named {all.length === 1 ? 'this Entity' : 'these Entities'} for this Collective,
        unknown to the directory.
        <Explanation about="About Entities that are seen in answers">
          A second answer makes an Entity known as part of the Collective; until then it is counted
          separately.
        </Explanation>
      </span>
      <Rows label="Seen in answers" sightings={pending}>
        {(sighting) => (
          <>
            <Act
              {...rest}
              label={`Confirm ${nameOf(sighting)}`}
              caption="Confirm"
              act={{ entityIds: [sighting.entityId], act: 'confirm' }}
            />
            <Act
              {...rest}
              label={`Dismiss ${nameOf(sighting)}`}
              caption="Dismiss"
              act={{ entityIds: [sighting.entityId], act: 'dismiss' }}
            />
          </>
        )}
      </Rows>
      {all.length > 1 && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Act
            {...rest}
            caption={`Confirm all ${formatNumber(all.length)}`}
            act={{ entityIds: all, act: 'confirm' }}
          />
          <Act
            {...rest}
            caption={`Dismiss all ${formatNumber(all.length)}`}
            act={{ entityIds: all, act: 'dismiss' }}
          />
        </Box>
      )}
    </Panel>
  );
}

function Rows({
  label,
  sightings,
  children,
}: {
  label: string;
  sightings: readonly Sighting[];
  children: (sighting: Sighting) => ReactNode;
}) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}
    >
      {sightings.slice(0, SHOWN).map((sighting) => (
        <Box
          component="li"
          key={sighting.entityId}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            columnGap: 1,
            rowGap: 0.25,
            alignItems: 'center',
          }}
        >
          <EntityLink id={sighting.entityId} name={sighting.name} />
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {sighting.type !== null && `${sighting.type} · `}
            {sightingLabel(sighting)}, last <RelativeTimeText instant={sighting.lastSeenAt} />
            <DecisionLabel sighting={sighting} />
          </Box>
          {children(sighting)}
        </Box>
      ))}
      {sightings.length > SHOWN && (
        <li>and {formatCount(sightings.length - SHOWN, 'other', 'others')}</li>
      )}
    </Box>
  );
}

function DecisionLabel({ sighting: { state, decided } }: { sighting: Sighting }) {
  if (state === 'pending' || decided === null) return null;
  const who = decided.by === null ? '' : ` by ${decided.by}`;
  const what = state === 'joined' ? (decided.by === null ? 'joined' : 'confirmed') : 'kept out';
  return (
    <>
      {' · '}
      {what}
      {who} <RelativeTimeText instant={decided.at} />
    </>
  );
}

/** Past decisions, by the console or an operator; each can be undone. */
function Decided(props: MembershipViewProps & { decided: readonly Sighting[] }) {
  const { decided, news: _news, ...rest } = props;
  const joined = decided.filter(({ state }) => state === 'joined').length;
  const out = decided.length - joined;
  const caption = [
    joined === 0 ? null : `${formatCount(joined, 'Entity', 'Entities')} joined after answers`,
    out === 0 ? null : `${formatCount(out, 'Entity', 'Entities')} kept out`,
  ];
  return (
    <Box component="details">
      <Box component="summary" sx={{ cursor: 'pointer', minHeight: 24, color: 'text.secondary' }}>
        {caption.filter((part) => part !== null).join(', ')}
      </Box>
      <Box sx={{ pl: 1.5 }}>
        <Rows label="Decided" sightings={decided}>
          {(sighting) =>
            sighting.state === 'joined' ? (
              <Act
                {...rest}
                label={`Undo: take ${nameOf(sighting)} out`}
                caption="Undo"
                act={{ entityIds: [sighting.entityId], act: 'undo' }}
              />
            ) : (
              <Act
                {...rest}
                label={`Confirm ${nameOf(sighting)}`}
                caption="Confirm"
                act={{ entityIds: [sighting.entityId], act: 'confirm' }}
              />
            )
          }
        </Rows>
      </Box>
    </Box>
  );
}

/** The Entities that an answer leaves out, if too many to apply it without asking. */
function LeavingQuestion(
  props: MembershipViewProps & { leaving: NonNullable<MembershipNews['leaving']> },
) {
  const { leaving, news: _news, ...rest } = props;
  const { entities, members, toldAt } = leaving;
  const count = formatCount(entities.length, 'Entity', 'Entities');
  return (
    <Panel
      title={`An answer leaves out ${formatNumber(entities.length)} of ${formatNumber(members)}`}
    >
      <span>
        When a member was removed <RelativeTimeText instant={toldAt} />, the Service named what
        remains of this Collective, and {count} of the directory{' '}
        {entities.length === 1 ? 'was' : 'were'} not in it. That is many for one member, so nothing
        was removed yet.
      </span>
      <Box
        component="ul"
        aria-label="Entities that the answer leaves out"
        tabIndex={0}
        sx={{ m: 0, pl: 2.5, columnWidth: 200, width: 1, maxHeight: 160, overflowY: 'auto' }}
      >
        {entities.map(({ entityId, name }) => (
          <li key={entityId}>
            <EntityLink id={entityId} name={name} />
          </li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Act {...rest} caption={`Take ${count} out`} act={{ toldAt, act: 'accept' }} />
        <Act {...rest} caption="Keep them" act={{ toldAt, act: 'keep' }} />
      </Box>
    </Panel>
  );
}
