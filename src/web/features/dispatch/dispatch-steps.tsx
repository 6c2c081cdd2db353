import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { DirectoryCollectiveDetail } from '../../../contract/console/directory.ts';
import { sendFailure, type Dispatch } from '../../api/dispatch.ts';
import { ConfigureStep } from './configure-step.tsx';
import { contentOf, DispatchForm, EMPTY_FIELDS, type DispatchFields } from './dispatch-form.ts';
import { dropDraft, intentFor, loadDraft, saveDraft, unanswered, type Intent } from './draft.ts';
import { ReviewStep } from './review-step.tsx';

interface DispatchStepsProps {
  collectiveId: string;
  detail: DirectoryCollectiveDetail;
  /** Why this operator may not ignore cooldowns, or null. */
  overrideDenial: string | null;
  /** Sends once; it throws what `sendFailure` reads. */
  send: (dispatch: Dispatch) => Promise<unknown>;
  onClose: () => void;
  onSent: (batchId: string) => void;
}

/** The two steps of a dispatch, and the intent that makes pressing twice harmless. */
export function DispatchSteps(props: DispatchStepsProps) {
  const { collectiveId, detail, overrideDenial, send, onClose, onSent } = props;
  const [draft] = useState(() => loadDraft(collectiveId));
  const form = useForm<DispatchFields>({
    resolver: zodResolver(DispatchForm),
    defaultValues: draft.fields,
  });
  const [intent, setIntent] = useState<Intent | null>(draft.intent);
  const [step, setStep] = useState<'configure' | 'review'>('configure');
  const [error, setError] = useState<unknown>(null);
  const [sending, setSending] = useState(false);
  // A state is seen only at the next drawing; this is seen by the second click of a double click.
  const inFlight = useRef(false);

  function keep(next: Intent | null): void {
    setIntent(next);
    saveDraft(collectiveId, { fields: form.getValues(), intent: next });
  }

  function review(fields: DispatchFields): void {
    const content = contentOf(fields);
    if (content === null) return;
    keep(intentFor(intent, content));
    setError(null);
    setStep('review');
  }

  function finish(batchId: string): void {
    dropDraft(collectiveId);
    onSent(batchId);
  }

  const content = contentOf(form.getValues());

  async function sendOnce(): Promise<void> {
    if (inFlight.current || intent === null || content === null) return;
    inFlight.current = true;
    setSending(true);
    setError(null);
    try {
      await send({ intentId: intent.id, collectiveId, ...content });
      finish(intent.id);
    } catch (thrown) {
      const failure = sendFailure(thrown);
      if (failure === 'see-batch') {
        finish(intent.id);
        return;
      }
      if (failure === 'unanswered') keep(unanswered(intent, Date.now()));
      if (failure === 'new-intent') keep(intentFor(null, content));
      setError(thrown);
    } finally {
      inFlight.current = false;
      setSending(false);
    }
  }

  if (step === 'review' && content !== null && intent !== null) {
    return (
      <ReviewStep
        content={content}
        detail={detail}
        intent={intent}
        error={error}
        sending={sending}
        onBack={() => setStep('configure')}
        onSend={() => void sendOnce()}
      />
    );
  }
  return (
    <ConfigureStep
      form={form}
      entities={detail.entities}
      overrideDenial={overrideDenial}
      unansweredIntent={intent !== null && intent.unansweredAt !== null ? intent : null}
      onChange={() => saveDraft(collectiveId, { fields: form.getValues(), intent })}
      onReview={review}
      onDiscard={() => {
        dropDraft(collectiveId);
        form.reset(EMPTY_FIELDS);
        setIntent(null);
      }}
      onClose={onClose}
    />
  );
}
