import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useId, useMemo, useState, type ReactNode } from 'react';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { CAPTURE_CHARGE_SESSIONS } from '../../../contract/feature.ts';
import { readCapacity } from '../../../domain/capacity-value.ts';
import { formatCount, formatNumber, shortId, nameInWords } from '../../../domain/format.ts';
import { query } from '../../api/query.ts';
import { useCapacityUnit, usePermission } from '../../api/session.ts';
import { TextLink } from '../../components/app-link.tsx';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { HeadPlace } from '../../components/head-slot.tsx';
import { Live } from '../../components/live.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { changeTitle } from '../jobs/job-labels.ts';
import { countProblem, typeCounts } from './bulk-plan.ts';
import { RunsTable } from './bulk-runs-table.tsx';
import { NO_TARGETS, type BulkSearch } from './bulk-search.ts';
import { chosenEntities } from './chosen-entities.ts';
import { ReviewDialog, Faults, PlanTable } from './review-dialog.tsx';
import { TargetFields } from './target-fields.tsx';
import { changed, emptyDraft, type Draft, usePlan, type Plan } from './use-plan.ts';

interface BulkPageProps {
  search: BulkSearch;
  onSearch: (change: Partial<BulkSearch>) => void;
}

/** Changes many Entities at once, and lists earlier changes. */
export function BulkPage(props: BulkPageProps) {
  const { reason } = usePermission('change-entity');
  return (
    <>
      <PageHeader title="Bulk changes" fresh={<HeadPlace />}>
        Turn a feature on or off, or set battery capacities, for many Entities.
      </PageHeader>
      <Section title="New bulk change">
        {reason === null ? (
          <RunForm {...props} />
        ) : (
          <Typography variant="body2">{reason}</Typography>
        )}
      </Section>
      <RunsTable />
    </>
  );
}

/** What is missing before a run can be reviewed, or null. */
function problemOf(plan: Plan, draft: Draft, rows: Plan['rows']) {
  if (plan.change.kind === 'feature' && plan.change.feature === '') return 'Name the feature.';
  if (!plan.chosen) return 'Choose the Entities.';
  if (plan.error !== null) return 'It is not known which Entities are selected.';
  if (rows === undefined || plan.reading) return 'The Entities are still being read.';
  if (plan.change.kind === 'capacity' && rows.some(({ capacity }) => capacity === null)) {
    return draft.file?.capacityColumn === null || draft.capacity === ''
      ? 'Enter the capacity.'
      : 'The capacity cannot be used.';
  }
  if (plan.from !== null && plan.rows?.length === 0) {
    return 'That run leaves nothing to change this way.';
  }
  return countProblem(plan.total, rows.length);
}

/** The form from the change to the review. */
function RunForm({ search, onSearch }: BulkPageProps) {
  const id = useId();
  const unit = useCapacityUnit();
  const navigate = useNavigate();
  const collectives = useQuery(query(DIRECTORY_ROUTES.collectives)).data?.collectives ?? [];
  const [draft, setDraft] = useState(() => ({
    ...emptyDraft(),
    ids: search.whom === 'ids' ? (chosenEntities.load() ?? []).join('\n') : '',
  }));
  const [reviewing, setReviewing] = useState(false);
  const put = useCallback(
    (change: Partial<Draft>) => setDraft((before) => changed(before, change)),
    [],
  );
  const find = (change: Partial<BulkSearch>) => {
    put({ leftOut: [] });
    onSearch(change);
  };
  const nameOf = (collectiveId: string) =>
    collectives.find((each) => each.id === collectiveId)?.name ?? shortId(collectiveId);
  const plan = usePlan(search, draft, nameOf);
  const leftOut = useMemo(() => new Set(draft.leftOut), [draft.leftOut]);
  const rows = useMemo(
    () => plan.rows?.filter((row) => !leftOut.has(row.id)),
    [plan.rows, leftOut],
  );
  const onLeaveOut = useCallback(
    (entityId: string, out: boolean) => {
      const rest = draft.leftOut.filter((each) => each !== entityId);
      put({ leftOut: out ? [...rest, entityId] : rest });
    },
    [draft.leftOut, put],
  );
  const problem = problemOf(plan, draft, rows);
  const byHand = leftOut.size === 0 ? '' : `; ${formatNumber(leftOut.size)} left out by hand`;
  return (
    <>
      {plan.from === null ? (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Step title="What">
            <WhatFields
              draft={draft}
              onDraft={put}
              capacityByRow={search.whom === 'file' && draft.file?.capacityColumn !== null}
            />
          </Step>
          <Step title="Entities">
            <TargetFields
              search={search}
              onSearch={find}
              draft={draft}
              onDraft={put}
              collectives={collectives}
            />
          </Step>
        </Box>
      ) : (
        <Typography variant="body2" component="div">
          {plan.from.how === 'back'
            ? 'Sets back to the values before, for those that '
            : 'Tries again those that were refused, not sent, or unknown and read unchanged, in '}
          <TextLink to="/bulk/$runId" params={{ runId: plan.from.runId }}>
            an earlier run
          </TextLink>
          {plan.from.how === 'back' && ' changed'}: {changeTitle(plan.change)}.{' '}
          <Button color="inherit" onClick={() => find(NO_TARGETS)}>
            Start with an empty form
          </Button>
        </Typography>
      )}
      {plan.error !== null && (
        <Box sx={{ mt: 1.5 }}>
          <ErrorPanel
            what="The Entities could not be read"
            error={plan.error}
            onRetry={plan.retry}
            retrying={plan.reading}
          />
        </Box>
      )}
      {plan.chosen && plan.rows === undefined && plan.error === null && (
        <LinearProgress aria-label="Reading the Entities" sx={{ height: 3, mt: 2 }} />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mt: 2, mb: 1 }}>
        <Button
          variant="contained"
          disabled={problem !== null}
          aria-describedby={`${id}-told`}
          onClick={() => setReviewing(true)}
        >
          Review the change of {formatCount(rows?.length ?? 0, 'Entity', 'Entities')}
        </Button>
        <Live sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          <span id={`${id}-told`}>
            {problem ?? `${typeCounts(rows ?? [])}${byHand}. Nothing is sent before you confirm.`}
          </span>
        </Live>
      </Box>
      <Faults faults={plan.faults} />
      {plan.rows !== undefined && plan.rows.length > 0 && (
        <PlanTable
          rows={plan.rows}
          leftOut={leftOut}
          onLeaveOut={onLeaveOut}
          unit={plan.change.kind === 'capacity' ? unit : null}
        />
      )}
      {reviewing && rows !== undefined && (
        <ReviewDialog
          id={draft.id}
          plan={plan}
          rows={rows}
          reason={draft.reason}
          onReason={(reason) => put({ reason })}
          onBegun={({ job }) => void navigate({ to: '/bulk/$runId', params: { runId: job.id } })}
          onClose={() => setReviewing(false)}
        />
      )}
    </>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box
      component="fieldset"
      sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'grid', gap: 0.75 }}
    >
      <Box component="legend" sx={{ p: 0, mb: 0.75, fontSize: '0.8125rem', fontWeight: 600 }}>
        {title}
      </Box>
      {children}
    </Box>
  );
}

interface WhatFieldsProps {
  draft: Draft;
  onDraft: (change: Partial<Draft>) => void;
  /** Whether each row of a file has its own capacity. */
  capacityByRow: boolean;
}

const OTHER = 'other';

/** The change: a feature, or the battery capacity. */
function WhatFields({ draft, onDraft, capacityByRow }: WhatFieldsProps) {
  const unit = useCapacityUnit();
  const isCapture = draft.feature === CAPTURE_CHARGE_SESSIONS;
  return (
    <Box sx={{ display: 'grid', gap: 1.25, justifyItems: 'start' }}>
      <ChoiceChips
        label="What is changed"
        required
        choices={[
          { value: 'feature', label: 'A feature' },
          { value: 'capacity', label: 'Battery capacity' },
        ]}
        value={draft.kind}
        onChange={(kind) => onDraft({ kind: kind === 'capacity' ? 'capacity' : 'feature' })}
      />
      {draft.kind === 'feature' && (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.25, alignItems: 'center' }}>
            <ChoiceChips
              label="Which feature"
              required
              choices={[
                { value: CAPTURE_CHARGE_SESSIONS, label: nameInWords(CAPTURE_CHARGE_SESSIONS) },
                { value: OTHER, label: 'Another one' },
              ]}
              value={isCapture ? CAPTURE_CHARGE_SESSIONS : OTHER}
              onChange={(value) =>
                onDraft({ feature: value === OTHER ? '' : CAPTURE_CHARGE_SESSIONS })
              }
            />
            <ChoiceChips
              label="On or off"
              required
              choices={[
                { value: 'on', label: 'Turn on' },
                { value: 'off', label: 'Turn off' },
              ]}
              value={draft.enabled ? 'on' : 'off'}
              onChange={(value) => onDraft({ enabled: value === 'on' })}
            />
          </Box>
          {!isCapture && (
            <TextInput
              label="Name of the feature"
              helper="As the Service spells it. An Entity that does not have it is left out and named."
              value={draft.feature}
              maxLength={200}
              spellCheck={false}
              onChange={(event) => onDraft({ feature: event.target.value })}
            />
          )}
        </>
      )}
      {draft.kind === 'capacity' && !capacityByRow && (
        <TextInput
          label={`New capacity, ${unit}`}
          inputMode="decimal"
          maxLength={40}
          value={draft.capacity}
          error={draft.capacity === '' ? null : readCapacity(draft.capacity, unit).problem}
          helper="The same for all. A file can set one for each Entity."
          onChange={(event) => onDraft({ capacity: event.target.value })}
        />
      )}
    </Box>
  );
}
