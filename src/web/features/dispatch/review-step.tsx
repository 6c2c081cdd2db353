import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { DirectoryCollectiveDetail } from '../../../contract/console/directory.ts';
import { confirmationReasons, isNameTyped } from '../../../domain/confirmation-rule.ts';
import { isOpenOutcome } from '../../../domain/unknown-outcome.ts';
import { batchQuery } from '../../api/batches.ts';
import { useConfirmEntities, useDispatchDenial } from '../../api/session.ts';
import { useServiceObstacle } from '../../api/store-state.ts';
import { BatchLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { noticeStyles } from '../../components/field-styles.ts';
import { OutcomeBar } from '../../components/status/outcome-bar.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { useNow } from '../../components/use-now.ts';
import { sendObstacle, warningsOf } from './blockers.ts';
import { planOf, reasonIssue, type DispatchContent, sendLabel } from './dispatch-form.ts';
import { SheetFoot } from './dispatch-sheet.tsx';
import type { Intent } from './draft.ts';
import { DryRunPanel, dryRunOf, type ReadDryRun } from './dry-run-panel.tsx';
import { Consequences, ReviewFacts, GuardPanel, PlannedList } from './review-facts.tsx';

interface ReviewStepProps {
  content: DispatchContent;
  detail: DirectoryCollectiveDetail;
  intent: Intent;
  /** The batch that is repeated on purpose, or null. */
  previous: BatchSummary | null;
  /** Why the last attempt failed, or null. */
  error: unknown;
  /** When it failed, in ms since the epoch. */
  failedAt: number;
  sending: boolean;
  /** Replaces the request of the dry run. */
  readDryRun?: ReadDryRun | undefined;
  onReason: (reason: string) => void;
  onBack: () => void;
  /** Sends, with the digest of the overridden warnings or null. */
  onSend: (override: string | null) => void;
}

/** The second step: what is planned, the impact, the obstacles, and the send button. */
export function ReviewStep(props: ReviewStepProps) {
  const { content, detail, intent, previous, error, failedAt, sending } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const obstacleId = useId();
  const now = useNow(1000);
  const plan = planOf(detail.collective.id, content);
  const dryRun = useQuery(dryRunOf(plan, props.readDryRun));
  const [skipped, setSkipped] = useState(false);
  const [typed, setTyped] = useState('');
  /** Digest of the overridden warnings. */
  const [covered, setCovered] = useState<string | null>(null);

  // The server's refusal is newer than the dry run: refresh it.
  const { refetch } = dryRun;
  useEffect(() => {
    if (error !== null) void refetch();
  }, [error, refetch]);

  const warnings = warningsOf(
    dryRun.data,
    dryRun.dataUpdatedAt > failedAt ? null : error,
    intent.id,
  );
  const overridden = warnings !== null && covered === warnings.digest;
  const { name } = detail.collective;
  const reasons = confirmationReasons(
    {
      types: content.items.map(({ type }) => type),
      ignoreCooldown: content.ignoreCooldown,
      entities: detail.entities.length,
    },
    useConfirmEntities(),
  );
  const denial = useDispatchDenial(
    content.items.map(({ type }) => ({
      type,
      collectiveId: detail.collective.id,
      ignoreCooldown: content.ignoreCooldown,
    })),
  );
  const away = useServiceObstacle();
  const obstacle = sendObstacle({
    content,
    away: denial ?? away,
    unconfirmed: reasons.length > 0 && !isNameTyped(typed, name) ? name : null,
    now,
    waiting: dryRun.data === undefined && dryRun.error === null && !skipped,
    blocked: warnings !== null && !overridden,
    needsReason: overridden,
  });
  const needsApproval = dryRun.data?.needsApproval === true;
  const act = needsApproval ? 'Ask for approval' : sendLabel(content, detail.entities.length);

  return (
    <>
      {error !== null && <UnansweredSend intent={intent} error={error} />}
      {content.kind === 'schedule' && <PlannedList items={content.items} />}
      <DryRunPanel
        plan={plan}
        dryRun={dryRun}
        titleRef={heading}
        onSkip={skipped ? null : () => setSkipped(true)}
      />
      <Consequences content={content} detail={detail} />
      <GuardPanel
        warnings={warnings}
        overridden={overridden}
        reason={content.reason}
        reasonError={reasonIssue(content.reason)}
        onOverride={(on) => setCovered(on && warnings !== null ? warnings.digest : null)}
        onReason={props.onReason}
      />
      <ConfirmName name={name} reasons={reasons} typed={typed} onType={setTyped} />
      {needsApproval && (
        <Alert severity="info">
          This needs an approval by somebody else. Nothing is sent before; it expires after four
          hours{content.kind === 'schedule' && ', or when its first Command triggers'}.
        </Alert>
      )}
      <ReviewFacts content={content} previous={previous} />
      <SheetFoot>
        <Typography
          id={obstacleId}
          variant="caption"
          color="textSecondary"
          sx={{ flex: '1 1 160px' }}
        >
          {obstacle}
        </Typography>
        <Button color="inherit" variant="outlined" onClick={props.onBack} disabled={sending}>
          Back
        </Button>
        <Button
          variant="contained"
          disabled={sending || obstacle !== null}
          aria-describedby={obstacleId}
          onClick={() => props.onSend(warnings?.digest ?? null)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
          sx={{ flexGrow: { xs: 1, sm: 0 } }}
        >
          {sending ? (needsApproval ? 'Asking' : 'Sending') : act}
        </Button>
      </SheetFoot>
    </>
  );
}

interface ConfirmNameProps {
  /** The name of the Collective, which must be typed. */
  name: string;
  /** The reasons; empty if nothing has to be typed. */
  reasons: readonly string[];
  typed: string;
  onType: (typed: string) => void;
}

/** Asks for the name of the Collective before a disruptive Command. Enter in it does nothing. */
function ConfirmName({ name, reasons, typed, onType }: ConfirmNameProps) {
  if (reasons.length === 0) return null;
  return (
    <Box component="section" aria-label="Confirm by name" sx={noticeStyles}>
      <Typography variant="body2">
        Type <strong>{name}</strong> to confirm, because {reasons.join(' and ')}.
      </Typography>
      <TextInput
        label="Name of the Collective"
        spellCheck={false}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
    </Box>
  );
}

/** Why a send was not confirmed, followed by what its record says once the console has one. */
export function UnansweredSend({ intent, error }: { intent: Intent; error: unknown }) {
  // Kept fresh by the batch's topic, and asked again while it cannot be read.
  const { data } = useQuery({ ...batchQuery(intent.id), enabled: intent.unansweredAt !== null });
  const batch = data?.batch;
  const record = <BatchLink id={intent.id}>Open its record</BatchLink>;
  if (batch !== undefined && batch.outcome !== 'sending') {
    return (
      <Alert severity={isOpenOutcome(batch) ? 'warning' : 'info'}>
        The answer did not reach this page; this is in the console’s records:
        <OutcomeBar batch={batch} />
        {record}
      </Alert>
    );
  }
  return (
    <ErrorPanel what="Not confirmed" error={error}>
      <Typography variant="body2">
        {intent.unansweredAt === null
          ? 'No device was changed. Your input is kept.'
          : 'Your input is kept. Pressing the button again is safe: it is the same intent, and it reaches the devices at most once.'}
      </Typography>
      {intent.unansweredAt !== null && <Typography variant="body2">{record}</Typography>}
    </ErrorPanel>
  );
}
