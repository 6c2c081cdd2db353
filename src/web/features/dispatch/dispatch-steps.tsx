import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useRouter } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import type { CommandType } from '../../../contract/command.ts';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { DirectoryCollectiveDetail } from '../../../contract/console/directory.ts';
import { sendFailure, type Dispatch } from '../../api/dispatch.ts';
import { ConfigureStep } from './configure-step.tsx';
import {
  contentOf,
  DispatchForm,
  EMPTY_FIELDS,
  type DispatchFields,
  sendLabel,
} from './dispatch-form.ts';
import type { ReadDryRun } from './dry-run-panel.tsx';
import { useSheetTitle } from './dispatch-sheet.tsx';
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
  /** The Command that a link chooses for now, or null. */
  command: CommandType | null;
  /** The batch that is repeated on purpose, or null. */
  previous: BatchSummary | null;
  /** Sends once; throws an error for `sendFailure`. */
  send: (dispatch: Dispatch) => Promise<unknown>;
  /** Replaces the request of the dry run. */
  readDryRun?: ReadDryRun;
  onSent: (dispatchId: string) => void;
}

/** The two steps of a dispatch, and the intent that makes double clicks harmless. */
export function DispatchSteps(props: DispatchStepsProps) {
  const { collectiveId, detail, draftKey, previous, send, onSent } = props;
  const [start] = useState(() => startOf(props));
  const form = useForm<DispatchFields>({
    resolver: zodResolver(DispatchForm),
    defaultValues: start.fields,
  });
  const [intent, setIntent] = useState<Intent | null>(start.intent);
  const [isReview, setReview] = useState(start.isReview);
  const [failed, setFailed] = useState<Failed | null>(null);
  const [sending, setSending] = useState(false);
  const [reason, setReason] = useState(start.fields.reason);
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

  /** Only complete input is reviewed; anything missing is marked. */
  function review(fields: DispatchFields): void {
    const content = contentOf(fields);
    if (content === null) return;
    keep(intentFor(intent, content));
    setReason(fields.reason);
    setFailed(null);
    setReview(true);
  }

  function use(fields: DispatchFields): void {
    form.reset(fields);
    saveDraft(draftKey, { fields, intent: current.current });
  }

  function finish(dispatchId: string): void {
    dropDraft(draftKey);
    onSent(dispatchId);
  }

  const back = useCallback(() => {
    if (!inFlight.current) setReview(false);
  }, []);
  // A retry begins with its review, which Back leaves.
  useBackStep(isReview && !start.isReview ? back : null);

  const content = isReview ? contentOf({ ...form.getValues(), reason }) : null;

  function changeReason(text: string): void {
    if (intent === null) return;
    form.setValue('reason', text);
    setReason(text);
    const changed = contentOf(form.getValues());
    if (changed !== null) keep(withReason(intent, changed));
  }

  async function sendOnce(override: string | null): Promise<void> {
    if (inFlight.current || intent === null || content === null) return;
    inFlight.current = true;
    // Kept before it is sent: after a reload the same intent is repeated, not a new one.
    keep(intent);
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

  const isShown = content !== null && intent !== null;
  useSheetTitle(content === null ? 'Dispatch' : `${sendLabel(content, detail.entities.length)}?`);
  return (
    <>
      <ConfigureStep
        form={form}
        hidden={isShown}
        entities={detail.entities}
        unansweredIntent={intent !== null && intent.unansweredAt !== null ? intent : null}
        startFrom={<StartFrom collectiveId={collectiveId} fields={form.getValues} onUse={use} />}
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
        onReview={() => void form.handleSubmit(review)()}
        onDiscard={() => {
          form.reset(EMPTY_FIELDS);
          dropDraft(draftKey);
          current.current = null;
          setIntent(null);
        }}
      />
      {isShown && (
        <ReviewStep
          content={content}
          detail={detail}
          intent={intent}
          previous={previous}
          error={failed?.error ?? null}
          failedAt={failed?.at ?? 0}
          sending={sending}
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

/** What the sheet opens with: the draft, or the Command of a link; a complete retry is reviewed at once. */
function startOf({ draftKey, initial, command, previous }: DispatchStepsProps) {
  const kept = loadDraft(draftKey);
  let fields = kept?.fields ?? initial;
  // An unanswered attempt is shown first: changed, it would be another intent.
  if (command !== null && (kept?.intent?.unansweredAt ?? null) === null) {
    fields = { ...fields, when: 'now', type: command };
  }
  const isComplete = previous !== null && DispatchForm.safeParse(fields).success;
  const content = isComplete ? contentOf(fields) : null;
  const before = kept?.intent ?? null;
  return {
    fields,
    intent: content === null ? before : intentFor(before, content),
    isReview: content !== null,
  };
}

/**
 * While the review is shown, the browser's Back button leaves it instead of closing the sheet.
 * @param back goes back to the form; null: Back closes the sheet
 */
function useBackStep(back: (() => void) | null): void {
  const { history } = useRouter();
  useEffect(() => {
    if (back === null) return;
    return history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        if (action !== 'BACK') return false;
        back();
        return true;
      },
    });
  }, [history, back]);
}
