import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { JOB_ROUTES } from '../../../contract/console/job-routes.ts';
import { BulkRequest, OFFBOARDING_MAX } from '../../../contract/console/job.ts';
import { REASON_MAX } from '../../../contract/console/headers.ts';
import { z } from '../../../contract/zod.ts';
import { formatCount } from '../../../domain/format.ts';
import { readIds } from '../../../domain/pasted-ids.ts';
import { mutation } from '../../api/query.ts';
import { randomId } from '../../api/random-id.ts';
import { usePermission } from '../../api/session.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormDialog, FormText } from '../../components/form.tsx';
import { PlainDialog } from '../../components/plain-dialog.tsx';
import { ChooseEntities } from '../entity-choice/choose-entities.tsx';

const Requests = z.object({
  ids: z.string().transform((text, context) => {
    const { ids, wrong } = readIds(text);
    const problem = problemOf(ids.length, wrong.length);
    if (problem !== null) context.addIssue(problem);
    return ids;
  }),
  reason: BulkRequest.shape.reason.transform((reason) => (reason === '' ? null : reason)),
});
/** A run that was asked for: sent again, it is the same one. */
type Asked = z.output<typeof Requests> & { runId: string };

interface NewRequestsProps {
  onBegun: (runId: string) => void;
  onClose: () => void;
}

/** Offboards one or more Entities in a run on the server, with a request and a result per Entity. */
export function NewRequests(props: NewRequestsProps) {
  const { reason } = usePermission('offboard');
  if (reason === null) return <RequestsForm {...props} />;
  return (
    <PlainDialog title="Offboard Entities" onClose={props.onClose}>
      {reason}
    </PlainDialog>
  );
}

function RequestsForm({ onBegun, onClose }: NewRequestsProps) {
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(Requests),
    defaultValues: { ids: '', reason: '' },
    mode: 'onChange',
  });
  const read = readIds(useWatch({ control, name: 'ids' }));
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isAsking, setAsking] = useState(false);
  const ask = handleSubmit(({ ids, reason }) => {
    const isSame = asked?.reason === reason && asked.ids.join() === ids.join();
    if (!isSame) setAsked({ ids, reason, runId: randomId() });
    setAsking(true);
  });
  const chosen = formatCount(read.ids.length, 'Entity', 'Entities');
  return (
    <>
      <FormDialog
        title="Offboard Entities"
        maxWidth="md"
        act={`Offboard ${chosen}`}
        keep="Close"
        color="error"
        onSubmit={ask}
        onClose={onClose}
      >
        <Controller
          control={control}
          name="ids"
          render={({ field, fieldState }) => (
            <ChooseEntities
              text={field.value}
              onText={field.onChange}
              max={OFFBOARDING_MAX}
              error={fieldState.error?.message ?? null}
            />
          )}
        />
        <FormText
          control={control}
          name="reason"
          label="Reason (optional)"
          maxLength={REASON_MAX}
        />
      </FormDialog>
      {isAsking && asked !== null && (
        <ConfirmRequests asked={asked} onBegun={onBegun} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

function ConfirmRequests({ asked, onBegun, onClose }: NewRequestsProps & { asked: Asked }) {
  const { ids, reason, runId } = asked;
  const chosen = formatCount(ids.length, 'Entity', 'Entities');
  const starting = useMutation(mutation(JOB_ROUTES.startBulk));
  const start = () =>
    starting.mutate(
      {
        body: {
          id: runId,
          reason,
          chosenBy: 'ids on the page Offboarding',
          from: null,
          change: { kind: 'offboarding' },
          items: ids.map((entityId) => ({ entityId, capacity: null })),
        },
      },
      { onSuccess: ({ job }) => onBegun(job.id) },
    );
  return (
    <ConfirmDialog
      title={`Offboard ${chosen}?`}
      typed={`offboard ${ids.length}`}
      act={`Request offboarding of ${chosen}`}
      sending={starting}
      failed="The run was not started"
      advice={
        mayBeDone(starting.error) && (
          <>
            It may have started:{' '}
            <AppLink to="/bulk/$runId" params={{ runId }}>
              its page
            </AppLink>{' '}
            shows that. Confirming again is safe: it is the same run.
          </>
        )
      }
      onConfirm={start}
      onClose={onClose}
    >
      <Typography>
        The Service will take each of them out, with its components. Then they can no longer be
        commanded, and their places, sessions and features are no longer known there.
      </Typography>
      <Typography>
        Each gets its own request; an Entity with an open request is left alone. The run continues
        when this page is closed and can be stopped; a request can be canceled while it is Pending.
      </Typography>
    </ConfirmDialog>
  );
}

/** Why this cannot be sent, or null. */
function problemOf(ids: number, wrong: number): string | null {
  if (wrong > 0) return 'Some texts are not ids.';
  if (ids === 0) return 'Paste or choose at least one id.';
  return ids > OFFBOARDING_MAX ? `At most ${OFFBOARDING_MAX} at once; these are ${ids}.` : null;
}
