import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useForm, useWatch, type FieldErrors } from 'react-hook-form';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { DirectoryCollectiveDetail } from '../../../contract/console/directory.ts';
import type { GuardOverride } from '../../../contract/console/guard.ts';
import { sendFailure, type Dispatch } from '../../api/dispatch.ts';
import { formatCount } from '../../../domain/format.ts';
import { COMMAND_RULES, isCommandType } from '../../../domain/command-rules.ts';
import { ConfigureStep } from './configure-step.tsx';
import { contentOf, DispatchForm, EMPTY_FIELDS, type DispatchFields } from './dispatch-form.ts';
import { sendLabel } from './dispatch-labels.ts';
import type { ReadDryRun } from './dispatch-queries.ts';
import { SheetHead, useSheetTitle } from './dispatch-sheet.tsx';
import {
  dropDraft,
  intentFor,
  loadDraft,
  saveDraft,
  unanswered,
  withReason,
  type Intent,
} from './draft.ts';
import { noticeStyles } from '../../components/field-styles.ts';
import { RepeatedBatch } from './review-facts.tsx';
import { ReviewStep } from './review-step.tsx';
import { StartFrom } from './start-from.tsx';
import { stepBefore, StepNav, useBackStep, type Step } from './step-nav.tsx';

interface DispatchStepsProps {
  collectiveId: string;
  detail: DirectoryCollectiveDetail;
  /** Storage key of the draft. */
  draftKey: string;
  /** The initial fields without a draft. */
  initial: DispatchFields;
  /** The batch that is repeated on purpose, or null. */
  previous: BatchSummary | null;
  /** Why this operator may not ignore cooldowns, or null. */
  overrideDenial: string | null;
  /** Why this operator may not send against a warning, or null. */
  guardDenial: string | null;
  /** More Entities than this are confirmed by name. */
  confirmEntities: number;
  /** Sends once; throws an error for `sendFailure`. */
  send: (dispatch: Dispatch) => Promise<unknown>;
  /** Replaces the request of the dry run. */
  readDryRun?: ReadDryRun;
  onSent: (dispatchId: string) => void;
}

/** The steps of a dispatch, and the intent that makes double clicks harmless. */
export function DispatchSteps(props: DispatchStepsProps) {
  const { collectiveId, detail, draftKey, previous, send, onSent } = props;
  const [kept] = useState(() => loadDraft(draftKey));
  const form = useForm<DispatchFields>({
    resolver: zodResolver(DispatchForm),
    defaultValues: kept?.fields ?? props.initial,
  });
  const [intent, setIntent] = useState<Intent | null>(kept?.intent ?? null);
  const [step, setStep] = useState<Step>(() => firstStep(form.getValues()));
  const [failed, setFailed] = useState<Failed | null>(null);
  const [sending, setSending] = useState(false);
  const [reason, setReason] = useState('');
  // State changes only with the next render; the second click of a double click sees these refs.
  const inFlight = useRef(false);
  const current = useRef(intent);

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDraft(draftKey, { fields: values, intent: current.current }),
      }),
    [form, draftKey],
  );

  function keep(next: Intent | null): void {
    current.current = next;
    setIntent(next);
    saveDraft(draftKey, { fields: form.getValues(), intent: next });
  }

  function review(fields: DispatchFields): void {
    const content = contentOf(fields);
    if (content === null) return;
    keep(intentFor(intent, content));
    setReason(fields.reason);
    setFailed(null);
    setStep('review');
  }

  /** Only complete input is reviewed: anything missing opens its step. */
  function goTo(next: Step): void {
    if (next !== 'review') setStep(next);
    else if (step !== 'review') {
      void form.handleSubmit(review, (errors) => setStep(stepOf(errors)))();
    }
  }

  function use(fields: DispatchFields): void {
    form.reset(fields);
    saveDraft(draftKey, { fields, intent: current.current });
    setStep(firstStep(fields));
  }

  function finish(dispatchId: string): void {
    dropDraft(draftKey);
    onSent(dispatchId);
  }

  const before = stepBefore(step);
  const back = useCallback(() => {
    if (before !== null && !inFlight.current) setStep(before);
  }, [before]);
  useBackStep(before === null ? null : back);

  const content = step === 'review' ? contentOf({ ...form.getValues(), reason }) : null;

  function changeReason(text: string): void {
    if (intent === null) return;
    form.setValue('reason', text);
    setReason(text);
    const changed = contentOf(form.getValues());
    if (changed !== null) keep(withReason(intent, changed));
  }

  async function sendOnce(override: GuardOverride | null): Promise<void> {
    if (inFlight.current || intent === null || content === null) return;
    inFlight.current = true;
    setSending(true);
    setFailed(null);
    const previousId = previous?.id ?? null;
    try {
      await send({ dispatchId: intent.id, collectiveId, ...content, override, previousId });
      finish(intent.id);
    } catch (thrown) {
      const failure = sendFailure(thrown);
      const now = failedNow(thrown);
      if (failure === 'see-batch') {
        finish(intent.id);
        return;
      }
      if (failure === 'unanswered') keep(unanswered(intent, now.at));
      if (failure === 'new-intent') keep(intentFor(null, content));
      setFailed(now);
    } finally {
      inFlight.current = false;
      setSending(false);
    }
  }

  const [when, type, rows] = useWatch({ control: form.control, name: ['when', 'type', 'rows'] });
  useSheetTitle(
    content === null
      ? titleOf(when, type, rows.length)
      : `${sendLabel(content, detail.entities.length)}?`,
  );
  return (
    <>
      <SheetHead>
        <Box
          sx={{ mt: 0.75, display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}
        >
          <StepNav step={step} disabled={sending} onStep={goTo} />
          {step !== 'review' && (
            <StartFrom collectiveId={collectiveId} fields={form.getValues} onUse={use} />
          )}
        </Box>
      </SheetHead>
      <ConfigureStep
        form={form}
        step={content === null && step === 'review' ? 'when' : step}
        entities={detail.entities}
        overrideDenial={props.overrideDenial}
        unansweredIntent={intent !== null && intent.unansweredAt !== null ? intent : null}
        notice={
          previous !== null && (
            <Box sx={noticeStyles}>
              <Typography variant="body2">
                This repeats <RepeatedBatch previous={previous} />. It is a new dispatch to all
                Entities of the Collective; both batches are linked.
              </Typography>
            </Box>
          )
        }
        onStep={goTo}
        onDiscard={() => {
          form.reset(EMPTY_FIELDS);
          dropDraft(draftKey);
          current.current = null;
          setIntent(null);
          setStep('command');
        }}
      />
      {content !== null && intent !== null && (
        <ReviewStep
          content={content}
          detail={detail}
          intent={intent}
          previous={previous}
          error={failed?.error ?? null}
          failedAt={failed?.at ?? 0}
          sending={sending}
          guardDenial={props.guardDenial}
          confirmEntities={props.confirmEntities}
          readDryRun={props.readDryRun}
          onReason={changeReason}
          onBack={back}
          onSend={(override) => void sendOnce(override)}
        />
      )}
    </>
  );
}

/** Why an attempt failed, and when, in ms since the epoch. */
interface Failed {
  error: unknown;
  at: number;
}

function failedNow(error: unknown): Failed {
  return { error, at: Date.now() };
}

/** The step with the Commands, which the operator came for. */
function firstStep({ when }: Pick<DispatchFields, 'when'>): Step {
  return when === 'later' ? 'when' : 'command';
}

function stepOf(errors: FieldErrors<DispatchFields>): Step {
  return errors.type === undefined && errors.value === undefined ? 'when' : 'command';
}

/** "Stop charging, now", or "3 planned Commands". */
function titleOf(when: DispatchFields['when'], type: string, planned: number): string {
  if (when === 'later') return formatCount(planned, 'planned Command', 'planned Commands');
  return isCommandType(type) ? `${COMMAND_RULES[type].verb}, now` : 'Dispatch';
}
