import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { ReportDefinition } from '../../../contract/console/report-definition.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import type { z } from '../../../contract/zod.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { isNotFound } from '../../api/client.ts';
import { mutation } from '../../api/query.ts';
import { reportRunQuery, useKeptRun } from '../../api/report-queries.ts';

/** A draft is made once nothing has changed for this long, in ms; the first one at once. */
const SETTLE_MS = 300;

/** The part of a definition that its figures depend on: everything but the grouping. */
export function questionOf(definition: z.input<typeof ReportDefinition>): string {
  return canonicalJson({ ...definition, grouping: 'entity' });
}

/** The draft figures of a form. */
export interface Drafted {
  /** The newest draft; null: none yet. */
  run: ReportRun | null;
  /** Whether the draft matches the current form. */
  isCurrent: boolean;
  /** Why the requested draft was not made. */
  error: Error | null;
  isPending: boolean;
  retry: () => void;
}

/** Makes a draft of each definition, once it has settled. @param definition null: makes none */
export function useDrafted(definition: ReportDefinition | null): Drafted {
  const { mutate, isPending, error, variables } = useMutation({
    ...mutation(REPORT_ROUTES.draftReport),
    ...useKeptRun(),
  });
  const [made, setMade] = useState<{ id: string; question: string } | null>(null);
  const read = useQuery(reportRunQuery(made?.id));
  const question = definition === null ? null : questionOf(definition);
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
  const isDue = definition !== null && !isCurrent && !isPending && !isFailed;
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(() => make(definition), madeId === null ? 0 : SETTLE_MS);
    return () => clearTimeout(timer);
  }, [isDue, definition, make, madeId]);
  return {
    run: read.data ?? null,
    isCurrent,
    error: isFailed ? error : null,
    isPending,
    retry: () => {
      if (definition !== null) make(definition);
    },
  };
}
