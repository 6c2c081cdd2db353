import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Grouping, ReportDefinition } from '../../../contract/console/report-definition.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { z } from '../../../contract/zod.ts';
import { formatCount } from '../../../domain/format.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { isNotFound } from '../../api/client.ts';
import { mutation } from '../../api/query.ts';
import { reportRunQuery, useKeptRun } from '../../api/report-queries.ts';
import { AppLink } from '../../components/app-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { noticeStyles } from '../../components/field-styles.ts';
import { DraftAnswer } from '../report-run/draft-answer.tsx';
import type { Scope } from './scope-sheet.tsx';

/** A draft is made once nothing has changed for this long, in ms; the first one at once. */
const SETTLE_MS = 300;

/** Above this many Entities, a draft is not made for each change of the form. */
const MANY_ENTITIES = 5000;

/** The part of a definition that its figures depend on: everything but the grouping. */
function questionOf(definition: z.input<typeof ReportDefinition>): string {
  return canonicalJson({ ...definition, grouping: 'entity' });
}

/**
 * Makes a draft of each definition, once it has settled.
 * @param definition null: makes none
 * @param entities how many it is about
 */
export function useDrafted(definition: ReportDefinition | null, entities: number) {
  const { mutate, isPending, error, variables } = useMutation({
    ...mutation(REPORT_ROUTES.draftReport),
    ...useKeptRun(),
  });
  const [made, setMade] = useState<{ id: string; question: string } | null>(null);
  /** The question about very many Entities that the operator requested. */
  const [asked, setAsked] = useState<string | null>(null);
  const read = useQuery(reportRunQuery(made?.id));
  const question = definition === null ? null : questionOf(definition);
  const isHeld = question !== null && entities > MANY_ENTITIES && question !== asked;
  // A draft that the server removed because nothing read it for long is made once more.
  const isCurrent = made !== null && made.question === question && !isNotFound(read.error);
  const isFailed =
    error !== null && variables !== undefined && questionOf(variables.body.definition) === question;
  const madeId = made?.id ?? null;
  const make = useCallback(
    (wanted: ReportDefinition) =>
      mutate(
        { body: { definition: wanted, replaces: madeId } },
        { onSuccess: ({ id }) => setMade({ id, question: questionOf(wanted) }) },
      ),
    [mutate, madeId],
  );
  const isDue = definition !== null && !isHeld && !isCurrent && !isPending && !isFailed;
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(() => make(definition), madeId === null ? 0 : SETTLE_MS);
    return () => clearTimeout(timer);
  }, [isDue, definition, make, madeId]);
  return {
    /** The newest draft; null: none yet. */
    run: read.data ?? null,
    /** Whether the draft matches the current form. */
    isCurrent: isCurrent && !isHeld,
    /** Why the requested draft was not made. */
    error: isFailed && !isHeld ? error : null,
    isPending,
    retry: () => {
      if (definition !== null) make(definition);
    },
    /** Starts a draft of very many Entities, which never starts by itself; null: it is not held back. */
    ask: isHeld ? () => setAsked(question) : null,
  };
}

interface DraftFiguresProps {
  /** What must be corrected first, or null. */
  problem: string | null;
  /** Why this operator may not see figures, or null. */
  denial: string | null;
  scope: Scope;
  grouping: Grouping;
  drafted: ReturnType<typeof useDrafted>;
}

/** The figures for the current choice, possibly those of an earlier one, or why there are none. */
export function DraftFigures(props: DraftFiguresProps) {
  const { problem, denial, scope, grouping, drafted } = props;
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
      {(obstacle === null || drafted.run !== null) && (
        <div>
          <DraftAnswer draft={drafted.run} grouping={grouping} isOld={!drafted.isCurrent} />
        </div>
      )}
    </Box>
  );
}

/** Why the figures do not follow the choice; null: they do. */
function obstacleOf({ problem, scope, drafted }: DraftFiguresProps) {
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
  if (drafted.ask !== null) {
    const count = formatCount(scope.counted?.entities ?? 0, 'Entity', 'Entities');
    return (
      <EmptyState title="So many Entities take a while.">
        <Typography variant="body2">
          Complete your choices first, so that the figures are read only once.
        </Typography>
        <Button
          variant="outlined"
          color="inherit"
          onClick={drafted.ask}
          sx={{ justifySelf: 'start' }}
        >
          Show the figures of {count}
        </Button>
      </EmptyState>
    );
  }
  if (drafted.error === null) return null;
  return (
    <ErrorPanel
      what="The figures could not be made"
      error={drafted.error}
      onRetry={drafted.retry}
      retrying={drafted.isPending}
    />
  );
}
