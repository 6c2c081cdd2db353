import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { Grouping } from '../../../contract/console/report-definition.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { formatCount } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { noticeStyles } from '../../components/field-styles.ts';
import type { Drafted } from './use-drafted.ts';
import type { Scope } from './use-scope.ts';

/** What shows the figures of a draft; composed by the route. */
export type RenderAnswer = (answer: {
  /** Null: none was made yet. */
  draft: ReportRun | null;
  grouping: Grouping;
  /** Whether the draft answers something that was chosen before. */
  isOld: boolean;
  onDays: (days: { from: string; to: string }) => void;
}) => ReactNode;

interface AnswerPartProps {
  /** What has to be put right first, or null. */
  problem: string | null;
  /** Why this operator is shown no figures, or null. */
  denial: string | null;
  scope: Scope;
  drafted: Drafted;
  /** Begins what is not begun unasked: a draft of very many Entities; null: it is not held back. */
  onAsk: (() => void) | null;
  /** The answer, also one of what was chosen before. */
  answer: ReactNode;
}

/** The answer to what is chosen, or why there is none. */
export function AnswerPart(props: AnswerPartProps) {
  const { problem, denial, scope, drafted, answer } = props;
  if (denial !== null) {
    return (
      <EmptyState title={denial}>
        <Typography variant="body2">
          The <AppLink to="/reports">list of reports</AppLink> has those that were made.
        </Typography>
      </EmptyState>
    );
  }
  if (problem === null && scope.counted?.entities === 0) {
    return (
      <EmptyState title="There is no Entity here.">
        <Typography variant="body2">
          Choose other Entities, or add some on the page of{' '}
          <AppLink to="/collectives">Collectives</AppLink>.
        </Typography>
      </EmptyState>
    );
  }
  const obstacle = obstacleOf(props);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {obstacle}
      {(obstacle === null || drafted.run !== null) && <div>{answer}</div>}
    </Box>
  );
}

/** What keeps the figures from following the choice; null: nothing. */
function obstacleOf({ problem, scope, drafted, onAsk }: AnswerPartProps): ReactNode {
  if (problem !== null) {
    return (
      <Box component="output" sx={{ ...noticeStyles, p: 1, fontSize: '0.8125rem' }}>
        {problem}
      </Box>
    );
  }
  if (scope.error !== null) {
    return (
      <ErrorPanel
        what="The Entities could not be counted"
        error={scope.error}
        onRetry={scope.retry}
        retrying={scope.retrying}
      />
    );
  }
  if (onAsk !== null) {
    const count = formatCount(scope.counted?.entities ?? 0, 'Entity', 'Entities');
    return (
      <EmptyState title="So many Entities take a while.">
        <Typography variant="body2">
          Choose all that matters first; then the figures are read once.
        </Typography>
        <Button variant="outlined" color="inherit" onClick={onAsk} sx={{ justifySelf: 'start' }}>
          Show the figures of {count}
        </Button>
      </EmptyState>
    );
  }
  if (drafted.error !== null) {
    return (
      <ErrorPanel
        what="The figures could not be made"
        error={drafted.error}
        onRetry={drafted.retry}
        retrying={drafted.isPending}
      />
    );
  }
  return null;
}
