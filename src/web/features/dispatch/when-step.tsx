import type { UseFormReturn } from 'react-hook-form';
import { useFormState, useWatch } from 'react-hook-form';
import { REASON_MAX } from '../../../contract/console/headers.ts';
import { TextInput } from '../../components/text-input.tsx';
import { CooldownField } from './cooldown-field.tsx';
import type { DispatchFields } from './dispatch-form.ts';
import { ScheduleField } from './schedule-field.tsx';
import { WhenField } from './when-field.tsx';

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
