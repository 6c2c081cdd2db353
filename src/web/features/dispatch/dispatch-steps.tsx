import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { DirectoryCollectiveDetail } from '../../../contract/console/directory.ts';
import type { GuardOverride } from '../../../contract/console/guard.ts';
import { sendFailure, type Dispatch } from '../../api/dispatch.ts';
import type { ReadDryRun } from '../../api/dry-run.ts';
import { ConfigureStep } from './configure-step.tsx';
import { contentOf, DispatchForm, EMPTY_FIELDS, type DispatchFields } from './dispatch-form.ts';
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
  readDryRun: ReadDryRun;
  onClose: () => void;
  onSent: (dispatchId: string) => void;
}

/** The two steps of a dispatch, and the intent that makes double clicks harmless. */
export function DispatchSteps(props: DispatchStepsProps) {
  const { collectiveId, detail, draftKey, previous, send, onClose, onSent } = props;
  const [kept] = useState(() => loadDraft(draftKey));
  const form = useForm<DispatchFields>({
    resolver: zodResolver(DispatchForm),
    defaultValues: kept?.fields ?? props.initial,
  });
  const [intent, setIntent] = useState<Intent | null>(kept?.intent ?? null);
  const [step, setStep] = useState<'configure' | 'review'>('configure');
  const [error, setError] = useState<unknown>(null);
  const [failedAt, setFailedAt] = useState(0);
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
    setError(null);
    setStep('review');
  }

  function use(fields: DispatchFields): void {
    form.reset(fields);
    saveDraft(draftKey, { fields, intent: current.current });
  }

  function finish(dispatchId: string): void {
    dropDraft(draftKey);
    onSent(dispatchId);
  }

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
    setError(null);
    const previousId = previous?.id ?? null;
    try {
      await send({ dispatchId: intent.id, collectiveId, ...content, override, previousId });
      finish(intent.id);
    } catch (thrown) {
      const failure = sendFailure(thrown);
      if (failure === 'see-batch') {
        finish(intent.id);
        return;
      }
      if (failure === 'unanswered') keep(unanswered(intent, Date.now()));
      if (failure === 'new-intent') keep(intentFor(null, content));
      setFailedAt(Date.now());
      setError(thrown);
    } finally {
      inFlight.current = false;
      setSending(false);
    }
  }

  if (content !== null && intent !== null) {
    return (
      <ReviewStep
        content={content}
        detail={detail}
        intent={intent}
        previous={previous}
        error={error}
        failedAt={failedAt}
        sending={sending}
        guardDenial={props.guardDenial}
        confirmEntities={props.confirmEntities}
        readDryRun={props.readDryRun}
        onReason={changeReason}
        onBack={() => setStep('configure')}
        onSend={(override) => void sendOnce(override)}
      />
    );
  }
  return (
    <ConfigureStep
      form={form}
      entities={detail.entities}
      overrideDenial={props.overrideDenial}
      unansweredIntent={intent !== null && intent.unansweredAt !== null ? intent : null}
      startFrom={
        <>
          {previous !== null && (
            <Box sx={noticeStyles}>
              <Typography variant="body2">
                This repeats <RepeatedBatch previous={previous} />. It is a new dispatch to all
                Entities of the Collective; both batches are linked.
              </Typography>
            </Box>
          )}
          <StartFrom collectiveId={collectiveId} fields={form.getValues} onUse={use} />
        </>
      }
      onReview={review}
      onDiscard={() => {
        form.reset(EMPTY_FIELDS);
        dropDraft(draftKey);
        current.current = null;
        setIntent(null);
      }}
      onClose={onClose}
    />
  );
}
