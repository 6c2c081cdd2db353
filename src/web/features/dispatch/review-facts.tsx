import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { DirectoryCollectiveDetail } from '../../../contract/console/directory.ts';
import type { DryRun } from '../../../contract/console/dry-run.ts';
import { COMMAND_RULES, isCommandType } from '../../../domain/command-rules.ts';
import { impactOf, limitImpact } from '../../../domain/dispatch-impact.ts';
import { TextLink } from '../../components/app-link.tsx';
import { ClockText, DateTimeText } from '../../components/time-text.tsx';
import type { DispatchContent } from './dispatch-form.ts';
import { itemsLabel } from './dispatch-labels.ts';
import { PlannedList } from './planned-list.tsx';

type Consequence = DryRun['consequences'][number];

/** The impact according to the directory, until the dry run has loaded. */
function ownConsequences(
  content: DispatchContent,
  detail: DirectoryCollectiveDetail,
): Consequence[] {
  const types = [...new Set(content.items.map(({ type }) => type))];
  return types.filter(isCommandType).map((type) => {
    const { takers, sentences } = impactOf(type, detail.entities);
    return { type, takers, sentences };
  });
}

interface ConsequencesProps {
  content: DispatchContent;
  detail: DirectoryCollectiveDetail;
  dryRun: DryRun | undefined;
}

/** The impact of each Command of the plan per type of Entity. */
export function Consequences({ content, detail, dryRun }: ConsequencesProps) {
  const consequences = dryRun?.consequences ?? ownConsequences(content, detail);
  return (
    <>
      {consequences.map(({ type, takers, sentences }) => (
        <Box key={type} sx={{ display: 'grid', gap: 0.5 }}>
          {consequences.length > 1 && (
            <Typography variant="h3" component="h4">
              {isCommandType(type) ? COMMAND_RULES[type].verb : type}
            </Typography>
          )}
          <Box
            component="ul"
            sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5, fontSize: '0.8125rem' }}
          >
            {sentences.map(({ kind, text }) => (
              <Box
                component="li"
                key={kind}
                sx={{
                  color: kind === 'takes' ? 'text.primary' : 'var(--mui-palette-status-amber)',
                }}
              >
                {text}
              </Box>
            ))}
          </Box>
          {limitsOf(content, type).map((watts) => (
            <LimitMessage key={watts} watts={watts} takers={takers} />
          ))}
          {takers === 0 && (
            <Typography sx={{ fontWeight: 600 }}>
              No known Entity supports this Command: all are expected to fail.
            </Typography>
          )}
        </Box>
      ))}
    </>
  );
}

/** The distinct limits of the Commands of a type, in W. */
function limitsOf(content: DispatchContent, type: string): string[] {
  const values = content.items.flatMap((item) => (item.type === type ? (item.value ?? []) : []));
  return [...new Set(values)];
}

/** The limit for each plant, with a hint if it is unusual. */
function LimitMessage({ watts, takers }: { watts: string; takers: number }) {
  const { text, hint } = limitImpact(watts, takers);
  return (
    <Typography sx={{ fontWeight: 600 }}>
      {text}
      {hint !== null && (
        <Box component="span" sx={{ color: 'var(--mui-palette-status-amber)' }}>
          . {hint}
        </Box>
      )}
    </Typography>
  );
}

interface ReviewFactsProps {
  content: DispatchContent;
  detail: DirectoryCollectiveDetail;
  previous: BatchSummary | null;
}

/** Time, cooldowns, reason and target, and the planned Commands. */
export function ReviewFacts({ content, detail, previous }: ReviewFactsProps) {
  return (
    <>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: 'auto 1fr',
          columnGap: 2,
          rowGap: 0.5,
          fontSize: '0.8125rem',
        }}
      >
        <Fact name="When">
          {content.kind === 'now' ? 'Now, at once' : `Later: ${itemsLabel(content.items)}`}
        </Fact>
        <Fact name="Cooldowns">{content.ignoreCooldown ? 'Ignored' : 'Respected'}</Fact>
        <Fact name="Reason">{content.reason === '' ? 'None given' : content.reason}</Fact>
        <Fact name="Entities">
          as known at <ClockText instant={detail.asOf} />; the Service decides which Entities belong
          to the Collective
        </Fact>
        {previous !== null && (
          <Fact name="Repeats">
            <RepeatedBatch previous={previous} />
          </Fact>
        )}
      </Box>
      {content.kind === 'schedule' && <PlannedList items={content.items} />}
    </>
  );
}

/** The batch that is repeated, as a link. */
export function RepeatedBatch({ previous }: { previous: BatchSummary }) {
  return (
    <>
      <TextLink
        to="/batches/$dispatchId"
        params={{ dispatchId: previous.id }}
        target="_blank"
        rel="noopener"
      >
        {itemsLabel(previous.items)}
      </TextLink>
      , sent by {previous.operator.name} on <DateTimeText instant={previous.createdAt} />
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0 }}>
        {children}
      </Box>
    </>
  );
}
