import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import type { DirectoryEntity } from '../../../contract/console/directory.ts';
import { REASON_MAX } from '../../../contract/console/routes.ts';
import { COMMAND_RULES, isCommandType } from '../../../domain/command-rules.ts';
import { countTakers } from '../../../domain/dispatch-impact.ts';
import { AppLink } from '../../components/app-link.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { ClockText } from '../../components/time-text.tsx';
import { CooldownField } from './cooldown-field.tsx';
import type { DispatchFields } from './dispatch-form.ts';
import type { Intent } from './draft.ts';
import { noticeStyles } from '../../components/field-styles.ts';
import { PowerField } from './power-field.tsx';
import { ScheduleField } from './schedule-field.tsx';
import { TypeField } from './type-field.tsx';
import { WhenField } from './when-field.tsx';

interface ConfigureStepProps {
  form: UseFormReturn<DispatchFields>;
  entities: readonly DirectoryEntity[];
  overrideDenial: string | null;
  /** An earlier attempt in this tab that got no answer, or null. */
  unansweredIntent: Intent | null;
  /** Starting points: templates, the last dispatch, an earlier batch. */
  startFrom: ReactNode;
  onReview: (fields: DispatchFields) => void;
  onDiscard: () => void;
  onClose: () => void;
}

/** The first step: Command, time, value and reason. Nothing is sent from here. */
export function ConfigureStep(props: ConfigureStepProps) {
  const { form, entities, overrideDenial, unansweredIntent, onReview } = props;
  const { register, handleSubmit, control, formState } = form;
  const [when, ignoreCooldown] = useWatch({ control, name: ['when', 'ignoreCooldown'] });
  const { errors } = formState;
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void handleSubmit(onReview)(event)}
      onKeyDown={(event) => {
        // Opens the review from any field; no key sends anything.
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void handleSubmit(onReview)();
      }}
      sx={{ display: 'contents' }}
    >
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        {unansweredIntent !== null && (
          <EarlierAttempt intent={unansweredIntent} onDiscard={props.onDiscard} />
        )}
        {props.startFrom}
        <WhenField register={register('when')} />
        {when === 'now' ? (
          <NowFields form={form} entities={entities} />
        ) : (
          <ScheduleField form={form} />
        )}
        <TextInput
          label={ignoreCooldown ? 'Reason (required)' : 'Reason (optional)'}
          autoComplete="off"
          maxLength={REASON_MAX}
          {...register('reason')}
          error={errors.reason?.message ?? null}
          helper="Stored with the batch, for colleagues and for the record."
        />
        <CooldownField
          register={register('ignoreCooldown')}
          on={ignoreCooldown}
          denial={overrideDenial}
        />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, gap: 1 }}>
        <Typography variant="caption" color="textSecondary" sx={{ flex: '1 1 160px' }}>
          Nothing is sent from here. Ctrl or Cmd + Enter goes to the review.
        </Typography>
        <Button color="inherit" onClick={props.onClose}>
          Close
        </Button>
        <Button type="submit" variant="contained">
          Review
        </Button>
      </DialogActions>
    </Box>
  );
}

function NowFields({ form, entities }: Pick<ConfigureStepProps, 'form' | 'entities'>) {
  const { register, control, formState } = form;
  const [type, value, unit] = useWatch({ control, name: ['type', 'value', 'unit'] });
  const rule = isCommandType(type) ? COMMAND_RULES[type].value : null;
  const { errors } = formState;
  return (
    <>
      <TypeField
        register={register('type')}
        entities={entities}
        error={errors.type?.message ?? null}
      />
      {rule !== null && isCommandType(type) && (
        <PowerField
          label={rule.label}
          value={value}
          unit={unit}
          takers={countTakers(type, entities)}
          registerValue={register('value')}
          registerUnit={register('unit')}
          error={errors.value?.message ?? null}
        />
      )}
    </>
  );
}

function EarlierAttempt({ intent, onDiscard }: { intent: Intent; onDiscard: () => void }) {
  return (
    <Box component="output" sx={noticeStyles}>
      <Typography variant="body2">
        At <ClockText instant={intent.unansweredAt} /> this was sent without an answer. Unchanged,
        it can be sent again safely: it is the same intent and reaches the devices at most once.{' '}
        <AppLink to="/batches/$dispatchId" params={{ dispatchId: intent.id }}>
          Open its record
        </AppLink>
      </Typography>
      <Button size="small" color="inherit" onClick={onDiscard}>
        Start a new one
      </Button>
    </Box>
  );
}
