import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { DirectoryCollectiveDetail } from '../../../contract/console/directory.ts';
import { COMMAND_RULES, isCommandType } from '../../../domain/command-rules.ts';
import { countTakers, effectOn, limitImpact } from '../../../domain/dispatch-impact.ts';
import { TextLink } from '../../components/app-link.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import type { DispatchContent } from './dispatch-form.ts';
import { itemsLabel } from './dispatch-labels.ts';

/** The parts of a plan that take effect. */
interface Effective {
  items: readonly { type: string | null; value: string | null }[];
}

interface ConsequencesProps {
  content: Effective;
  detail: DirectoryCollectiveDetail;
}

/** The effect of each Command of the plan on the Entities that take it. */
export function Consequences({ content, detail }: ConsequencesProps) {
  const types = [...new Set(content.items.map(({ type }) => type))].filter(isCommandType);
  return (
    <>
      {types.map((type) => (
        <Box key={type} sx={{ display: 'grid', gap: 0.5 }}>
          {types.length > 1 && (
            <Typography variant="h3" component="h4">
              {COMMAND_RULES[type].verb}
            </Typography>
          )}
          <Typography variant="body2">{effectOn(type, detail.entities)}</Typography>
          {limitsOf(content, type).map((watts) => (
            <LimitMessage key={watts} watts={watts} takers={countTakers(type, detail.entities)} />
          ))}
        </Box>
      ))}
    </>
  );
}

/** The distinct limits of the Commands of a type, in W. */
function limitsOf(content: Effective, type: string): string[] {
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
  previous: BatchSummary | null;
}

/** What else is sent or recorded: ignored cooldowns, the reason, the batch that is repeated. */
export function ReviewFacts({ content, previous }: ReviewFactsProps) {
  return (
    <FactList label="What else is sent">
      <Fact name="Cooldowns">{content.ignoreCooldown ? 'Ignored' : 'Respected'}</Fact>
      <Fact name="Reason">{content.reason === '' ? 'None given' : content.reason}</Fact>
      {previous !== null && (
        <Fact name="Repeats">
          <RepeatedBatch previous={previous} />
        </Fact>
      )}
    </FactList>
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
