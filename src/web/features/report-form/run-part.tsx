import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { ReportDefinition } from '../../../contract/console/report-definition.ts';
import { formatCount, formatNumber, shortId } from '../../../domain/format.ts';
import { scopeQuery, startReportMutation } from '../../api/report-definitions.ts';
import { usePermission } from '../../api/session.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { noticeStyles } from '../../components/field-styles.ts';
import { Live } from '../../components/live.tsx';
import { keptDraft } from './define-draft.ts';
import type { Define } from './use-define.ts';

/** Maximum number of unknown ids named. */
const NAMED = 3;

function useScope(define: Define) {
  const { scope } = define.read;
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(scopeQuery(scope));
  const counted = scope === null || isPlaceholderData || error !== null ? undefined : data;
  return {
    counted,
    /** The previous result meanwhile, which may belong to an earlier choice. */
    shown: scope === null ? undefined : data,
    error: scope === null ? null : error,
    retrying: isFetching,
    retry: () => void refetch(),
  };
}

type Scope = ReturnType<typeof useScope>;

/** Why the report cannot be started, or null. */
function problemOf(define: Define, scope: Scope, denial: string | null): string | null {
  const { read, leftOut } = define;
  if (denial !== null) return denial;
  if (leftOut > 0) return 'Ids that the link leaves out are missing.';
  const [problem] = Object.values(read.problems);
  if (problem !== undefined) return problem;
  if (scope.error !== null) return 'The Entities are not known.';
  if (scope.counted === undefined) return 'The Entities are being counted.';
  return scope.counted.entities === 0 ? 'The selection has no Entities.' : null;
}

/** Shows which Entities are selected, and starts the report. */
export function RunPart({ define, onBegun }: { define: Define; onBegun: (id: string) => void }) {
  const id = useId();
  const client = useQueryClient();
  const permission = usePermission('run-reports');
  const scope = useScope(define);
  const { base, same, name, read } = define;
  const starting = useMutation(startReportMutation(client));
  const start = (definition: ReportDefinition) =>
    starting.mutate(
      { definition, saved: same && name.trim() === base?.name ? base : null },
      {
        onSuccess: (run) => {
          // A list too long for an address is kept, so that the back button finds it.
          if (define.link.leftOut === 0) keptDraft.drop();
          onBegun(run.id);
        },
      },
    );
  const problem = problemOf(define, scope, permission.reason);
  const { shown } = scope;
  const count = formatCount(shown?.entities ?? 0, 'Entity', 'Entities');
  return (
    <Box sx={{ display: 'grid', gap: 1.25, justifyItems: 'start' }}>
      <Live sx={{ fontSize: '0.8125rem' }}>
        {shown !== undefined && <strong>{count}</strong>}
        {shown !== undefined && shown.unknown.length > 0 && (
          <Unknown ids={shown.unknown} collectives={define.form.collectives} />
        )}
      </Live>
      {scope.error !== null && (
        <ErrorPanel
          what="The Entities could not be counted"
          error={scope.error}
          onRetry={scope.retry}
          retrying={scope.retrying}
        />
      )}
      {base !== null && !same && (
        <Typography variant="body2" color="textSecondary">
          Changed since version {base.version} of “{base.name}”: the report will not have its name
          unless it is saved first.
        </Typography>
      )}
      <Button
        variant="contained"
        disabled={problem !== null || starting.isPending}
        aria-describedby={`${id}-hint`}
        onClick={() => read.definition !== null && start(read.definition)}
      >
        {starting.isPending ? 'Starting' : `Make the report of ${count}`}
      </Button>
      <Live sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        <span id={`${id}-hint`}>
          {problem ??
            'What the console knows is shown at once; what is too old is read first. It continues when this page is closed.'}
        </span>
      </Live>
      {starting.error !== null && (
        <ErrorPanel
          what={
            mayBeDone(starting.error)
              ? 'It is not known whether the report was started'
              : 'The report was not started'
          }
          error={starting.error}
        >
          <Typography variant="body2">
            Your input is kept.
            {mayBeDone(starting.error) && (
              <>
                {' '}
                <AppLink to="/reports">The list of reports</AppLink> shows whether it was started.
              </>
            )}
          </Typography>
        </ErrorPanel>
      )}
    </Box>
  );
}

interface UnknownProps {
  ids: readonly string[];
  /** The selected Collectives. */
  collectives: readonly string[];
}

/** Names ids unknown to the directory, and the effect. */
function Unknown({ ids, collectives }: UnknownProps) {
  const ofCollectives = ids.filter((id) => collectives.includes(id));
  const ofEntities = ids.filter((id) => !collectives.includes(id));
  return (
    <Box component="span" sx={{ ...noticeStyles, mt: 0.75, p: 1 }}>
      {ofEntities.length > 0 && (
        <span>
          {formatCount(ofEntities.length, 'id is', 'ids are')} unknown to the directory:{' '}
          {named(ofEntities)}. Such Entities are read anyway; the Service may not know them.
        </span>
      )}
      {ofCollectives.length > 0 && (
        <span>
          {formatCount(ofCollectives.length, 'Collective is', 'Collectives are')} unknown to the
          directory: {named(ofCollectives)}. Nothing is read for them.
        </span>
      )}
    </Box>
  );
}

function named(ids: readonly string[]): string {
  const more = ids.length - NAMED;
  const first = ids.slice(0, NAMED).map((id) => shortId(id));
  return `${first.join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`;
}
