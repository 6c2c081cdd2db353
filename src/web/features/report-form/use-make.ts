import { useMutation } from '@tanstack/react-query';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { mutation } from '../../api/query.ts';
import { useKeptRun } from '../../api/report-queries.ts';
import { keptDraft } from './define-draft.ts';
import type { Define } from './use-define.ts';
import type { Scope } from './use-scope.ts';

/** What must be corrected before anything can be shown or made; null: nothing. */
export function problemOf({ read, leftOut }: Define): string | null {
  if (leftOut > 0) return 'Ids that the link leaves out are missing.';
  const [problem] = Object.values(read.problems);
  return problem ?? null;
}

interface MakeParts {
  define: Define;
  scope: Scope;
  /** The draft whose figures are on screen. */
  draft: string | undefined;
  /** Why this operator may not, or null. */
  denial: string | null;
  onBegun: (runId: string) => void;
}

/** Makes the report; `make` is null while that is not possible. */
export function useMake({ define, scope, draft, denial, onBegun }: MakeParts) {
  const starting = useMutation({ ...mutation(REPORT_ROUTES.startReport), ...useKeptRun() });
  const { base, same, name, read, link } = define;
  const { definition } = read;
  const isReady = denial === null && problemOf(define) === null && !starting.isPending;
  const make = () => {
    if (definition === null) return;
    const isSaved = same && name.trim() === base?.name;
    const saved = isSaved ? { id: base.id, version: base.version } : null;
    starting.mutate(
      { body: { definition, saved, draft } },
      {
        onSuccess: (run) => {
          // Keep a list that is too long for an address, so that the back button finds it.
          if (link.leftOut === 0) keptDraft.drop();
          onBegun(run.id);
        },
      },
    );
  };
  return {
    make: isReady && (scope.counted?.entities ?? 0) > 0 ? make : null,
    isPending: starting.isPending,
    error: starting.error,
  };
}
