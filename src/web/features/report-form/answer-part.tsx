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

/** Renders the figures of a draft; composed by the route. */
export type RenderAnswer = (answer: {
  /** Null: none yet. */
  draft: ReportRun | null;
  grouping: Grouping;
  /** Whether the draft belongs to an earlier choice. */
  isOld: boolean;
}) => ReactNode;

interface AnswerPartProps {
  /** What must be corrected first, or null. */
  problem: string | null;
  /** Why this operator may not see figures, or null. */
  denial: string | null;
  scope: Scope;
  drafted: Drafted;
  /** Starts a draft of very many Entities, which never starts by itself; null: it is not held back. */
  onAsk: (() => void) | null;
  /** The figures, possibly of an earlier choice. */
  answer: ReactNode;
}

/** The figures for the current choice, or why there are none. */
export function AnswerPart(props: AnswerPartProps) {
  const { problem, denial, scope, drafted, answer } = props;
  if (denial !== null) {
    return (
      <EmptyState title={denial}>
        <Typography variant="body2">
          The <AppLink to="/reports">list of reports</AppLink> has the existing ones.
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

/** Why the figures do not follow the choice; null: they do. */
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
          Complete your choices first, so that the figures are read only once.
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
