import WarningAmberIcon from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import { useId } from 'react';
import {
  useFormState,
  useWatch,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';
import { REASON_MAX } from '../../../contract/console/headers.ts';
import { TextInput } from '../../components/text-input.tsx';
import type { DispatchFields } from './dispatch-form.ts';
import { ScheduleField } from './schedule-field.tsx';
import { choiceStyle } from './type-field.tsx';

interface WhenStepProps {
  form: UseFormReturn<DispatchFields>;
  /** Why this operator may not ignore cooldowns, or null. */
  overrideDenial: string | null;
}

/** The second step: now or planned, why, and whether cooldowns are respected. */
export function WhenStep({ form, overrideDenial }: WhenStepProps) {
  const { register, control } = form;
  const { errors } = useFormState({ control });
  const [when, ignoreCooldown] = useWatch({ control, name: ['when', 'ignoreCooldown'] });
  return (
    <>
      <WhenField register={register('when')} />
      {when === 'later' && <ScheduleField form={form} />}
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
    </>
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
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
        gap: 0.75,
        '& label': { ...choiceStyle, display: 'flex', gap: 1, fontWeight: 500 },
      }}
    >
      <legend className="visually-hidden">When</legend>
      <label>
        <input type="radio" value="now" {...register} />
        Now, at once
      </label>
      <label>
        <input type="radio" value="later" {...register} />
        Later, at planned times
      </label>
    </Box>
  );
}

interface CooldownFieldProps {
  register: UseFormRegisterReturn;
  on: boolean;
  /** Why this operator may not ignore cooldowns, or null. */
  denial: string | null;
}

/** The explicit choice to ignore the devices' cooldowns, with a reason. */
function CooldownField({ register, on, denial }: CooldownFieldProps) {
  const id = useId();
  return (
    <Box sx={{ display: 'grid', gap: 0.75, borderTop: 1, borderColor: 'divider', pt: 1.5 }}>
      <Box
        component="label"
        sx={{
          display: 'flex',
          gap: 1,
          alignItems: 'baseline',
          color: denial === null ? 'text.primary' : 'text.secondary',
          '& input': { accentColor: 'var(--mui-palette-primary-main)', m: 0 },
        }}
      >
        <input
          type="checkbox"
          aria-describedby={`${id}-hint`}
          {...register}
          disabled={denial !== null}
        />
        Ignore cooldowns
      </Box>
      <Box id={`${id}-hint`} sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        {denial ??
          'Entities have a cooldown after a Command, in which they do not accept another one.'}
      </Box>
      {on && (
        <Box
          role="alert"
          sx={{
            display: 'flex',
            gap: 1,
            p: 1,
            fontSize: '0.8125rem',
            borderLeft: 3,
            borderColor: 'var(--mui-palette-status-amber)',
            bgcolor: 'color-mix(in srgb, var(--mui-palette-status-amber) 8%, transparent)',
          }}
        >
          <WarningAmberIcon sx={{ fontSize: 18, color: 'var(--mui-palette-status-amber)' }} />
          <span>
            Devices may not execute Commands during a cooldown. The override is recorded with your
            name, and needs a reason.
          </span>
        </Box>
      )}
    </Box>
  );
}
