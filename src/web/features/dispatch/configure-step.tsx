import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import {
  useFormState,
  useWatch,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';
import type { DirectoryEntity } from '../../../contract/console/directory.ts';
import { REASON_MAX } from '../../../contract/console/headers.ts';
import { BatchLink } from '../../components/app-link.tsx';
import { noticeStyles } from '../../components/field-styles.ts';
import { TextInput } from '../../components/text-input.tsx';
import { ClockText } from '../../components/time-text.tsx';
import type { DispatchFields } from './dispatch-form.ts';
import { SheetFoot } from './dispatch-sheet.tsx';
import type { Intent } from './draft.ts';
import { ScheduleField } from './schedule-field.tsx';
import { choiceStyle, CommandField } from './command-field.tsx';

interface ConfigureStepProps {
  form: UseFormReturn<DispatchFields>;
  /** The review hides the form, so that nothing typed is lost. */
  hidden: boolean;
  entities: readonly DirectoryEntity[];
  /** An earlier attempt in this tab that got no answer, or null. */
  unansweredIntent: Intent | null;
  /** What is repeated, or null. */
  notice: ReactNode;
  /** Other starting points. */
  startFrom: ReactNode;
  onReview: () => void;
  onDiscard: () => void;
}

/** What has the focus first: a field that a check marks, else the Commands. */
const FIRST = [
  '[aria-invalid="true"]:not(fieldset)',
  'fieldset[aria-invalid="true"] input',
  'input[name="type"]:checked',
  'input[name="type"]',
  'input:checked',
];

/** The first step: Command, time and reason. Nothing is sent from here. */
export function ConfigureStep(props: ConfigureStepProps) {
  const { form, hidden, entities, unansweredIntent, onReview } = props;
  const { control, register } = form;
  const id = useId();
  const root = useRef<HTMLFormElement>(null);
  const [when, ignoreCooldown] = useWatch({ control, name: ['when', 'ignoreCooldown'] });
  const { errors, submitCount } = useFormState({ control });

  // The planned Commands focus their own errors, on whichever page they are.
  const checks = when === 'now' ? submitCount : 0;
  useEffect(() => {
    if (hidden) return;
    const first = FIRST.map((what) => root.current?.querySelector<HTMLElement>(what));
    first.find(Boolean)?.focus({ preventScroll: checks === 0 });
  }, [hidden, checks]);

  return (
    <Box
      component="form"
      id={id}
      ref={root}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onReview();
      }}
      onKeyDown={(event) => {
        // The review from any field; no key sends anything.
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        onReview();
      }}
      sx={{
        display: hidden ? 'none' : 'grid',
        gap: 2,
        gridTemplateColumns: 'minmax(0, 1fr)',
      }}
    >
      {unansweredIntent !== null && (
        <EarlierAttempt intent={unansweredIntent} onDiscard={props.onDiscard} />
      )}
      {props.notice}
      <Box sx={{ display: 'flex', gap: 0.75, alignItems: 'center' }}>
        <WhenField register={register('when')} />
        {props.startFrom}
      </Box>
      {when === 'now' ? (
        <CommandField form={form} entities={entities} />
      ) : (
        <ScheduleField form={form} />
      )}
      <TextInput
        label={ignoreCooldown ? 'Reason (required)' : 'Reason (optional)'}
        maxLength={REASON_MAX}
        {...register('reason')}
        error={errors.reason?.message ?? null}
        helper="Stored with the batch, for colleagues and for the record."
      />
      <CooldownField register={register('ignoreCooldown')} on={ignoreCooldown} />
      {!hidden && (
        <SheetFoot>
          <Button type="submit" form={id} variant="contained" sx={{ minWidth: 96, ml: 'auto' }}>
            Review
          </Button>
        </SheetFoot>
      )}
    </Box>
  );
}

/** Now or later, in the same form. */
function WhenField({ register }: { register: UseFormRegisterReturn }) {
  return (
    <Box
      component="fieldset"
      sx={{
        border: 0,
        m: 0,
        p: 0,
        minWidth: 0,
        flex: 1,
        display: 'grid',
        gridTemplateColumns: '1fr 1fr',
        gap: 0.75,
        '& label': { ...choiceStyle, display: 'flex', gap: 1, fontWeight: 500 },
      }}
    >
      <legend className="visually-hidden">When</legend>
      <label>
        <input type="radio" value="now" {...register} />
        Now
      </label>
      <label>
        <input type="radio" value="later" {...register} />
        Later
      </label>
    </Box>
  );
}

interface CooldownFieldProps {
  register: UseFormRegisterReturn;
  on: boolean;
}

/** The explicit choice to ignore the devices' cooldowns, with a reason. */
function CooldownField({ register: { ref, ...register }, on }: CooldownFieldProps) {
  const id = useId();
  return (
    <Box sx={{ display: 'grid', gap: 0.75, borderTop: 1, borderColor: 'divider', pt: 1.5 }}>
      <FormControlLabel
        label="Ignore cooldowns"
        checked={on}
        control={
          <Checkbox
            {...register}
            slotProps={{ input: { ref, 'aria-describedby': `${id}-hint` } }}
          />
        }
      />
      <Box id={`${id}-hint`} sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        Entities have a cooldown after a Command, in which they do not accept another one.
      </Box>
      {on && (
        <Alert severity="warning">
          Devices may not execute Commands during a cooldown. The override is recorded with your
          name, and needs a reason.
        </Alert>
      )}
    </Box>
  );
}

function EarlierAttempt({ intent, onDiscard }: { intent: Intent; onDiscard: () => void }) {
  return (
    <Box component="output" sx={noticeStyles}>
      <Typography variant="body2">
        At <ClockText instant={intent.unansweredAt} /> this was sent without an answer. Unchanged,
        it can be sent again safely: it is the same intent and reaches the devices at most once.{' '}
        <BatchLink id={intent.id}>Open its record</BatchLink>
      </Typography>
      <Button color="inherit" onClick={onDiscard}>
        Start a new one
      </Button>
    </Box>
  );
}
