import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { UseFormReturn } from 'react-hook-form';
import { useFormState, useWatch } from 'react-hook-form';
import type { DirectoryEntity } from '../../../contract/console/directory.ts';
import { COMMAND_RULES, isCommandType } from '../../../domain/command-rules.ts';
import { countTakers } from '../../../domain/dispatch-impact.ts';
import { formatCount } from '../../../domain/format.ts';
import { noticeStyles } from '../../components/field-styles.ts';
import type { DispatchFields } from './dispatch-form.ts';
import { PowerField } from './power-field.tsx';
import { TypeField } from './type-field.tsx';

interface CommandStepProps {
  form: UseFormReturn<DispatchFields>;
  entities: readonly DirectoryEntity[];
  /** Continues with planned Commands. */
  onPlan: () => void;
}

/** The first step: one Command for now. Commands for later are planned in the next step. */
export function CommandStep({ form, entities, onPlan }: CommandStepProps) {
  const { register, control, setValue } = form;
  const [when, type, value, unit, rows] = useWatch({
    control,
    name: ['when', 'type', 'value', 'unit', 'rows'],
  });
  const { errors } = useFormState({ control });
  const rule = isCommandType(type) ? COMMAND_RULES[type].value : null;
  const later = when === 'later';
  return (
    <>
      {later && (
        <Box sx={noticeStyles}>
          <Typography variant="body2">
            {formatCount(rows.length, 'planned Command', 'planned Commands')}: each is chosen with
            its time in the step When.
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button variant="outlined" color="inherit" onClick={onPlan}>
              Edit the planned Commands
            </Button>
            <Button color="inherit" onClick={() => setValue('when', 'now')}>
              Send one Command now instead
            </Button>
          </Box>
        </Box>
      )}
      {!later && (
        <>
          <TypeField
            chosen={type}
            onChoose={(chosen) => {
              setValue('type', chosen);
              form.clearErrors('type');
            }}
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
          <Button
            color="inherit"
            onClick={() => {
              setValue('when', 'later');
              onPlan();
            }}
            sx={{ justifySelf: 'start', ml: -0.75 }}
          >
            Plan several Commands, or import them
          </Button>
        </>
      )}
    </>
  );
}
