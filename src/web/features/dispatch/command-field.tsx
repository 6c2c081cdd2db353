import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { useId, useMemo, useState } from 'react';
import {
  useFormState,
  useWatch,
  type UseFormReturn,
  type UseFormRegisterReturn,
} from 'react-hook-form';
import { COMMAND_TYPES, type CommandType } from '../../../contract/command.ts';
import type { DirectoryEntity } from '../../../contract/console/directory.ts';
import { COMMAND_RULES, isCommandType, feedInLimitW } from '../../../domain/command-rules.ts';
import { countTakers, limitImpact } from '../../../domain/dispatch-impact.ts';
import { formatNumber } from '../../../domain/format.ts';
import { POWER_UNITS, readPower, type PowerUnit } from '../../../domain/power-value.ts';
import { nativeField } from '../../components/field-styles.ts';
import { TextInput } from '../../components/text-input.tsx';
import type { DispatchFields } from './dispatch-form.ts';

/** The label around a radio button as a card; the chosen one is tinted. */
export const choiceStyle = {
  alignItems: 'baseline',
  py: 1,
  px: 1.25,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  cursor: 'pointer',
  '&:hover': { borderColor: 'text.secondary' },
  '&:has(:checked)': {
    borderColor: 'primary.main',
    bgcolor: 'color-mix(in srgb, var(--mui-palette-primary-main) 7%, transparent)',
  },
  '& input': { accentColor: 'var(--mui-palette-primary-main)', m: 0 },
} as const;

interface CommandFieldProps {
  form: UseFormReturn<DispatchFields>;
  entities: readonly DirectoryEntity[];
}

/** One Command for now, with its value. */
export function CommandField({ form, entities }: CommandFieldProps) {
  const { register, control, setValue, clearErrors } = form;
  const [type, value, unit] = useWatch({ control, name: ['type', 'value', 'unit'] });
  const { errors } = useFormState({ control });
  const rule = isCommandType(type) ? COMMAND_RULES[type].value : null;
  return (
    <>
      <TypeField
        chosen={type}
        onChoose={(chosen) => {
          setValue('type', chosen);
          clearErrors('type');
        }}
        entities={entities}
        error={errors.type?.message ?? null}
      />
      {rule !== null && isCommandType(type) && (
        <TextInput
          label={rule.label}
          inputMode="decimal"
          end={<UnitSelect label="Unit" register={register('unit')} />}
          {...register('value')}
          error={errors.value?.message ?? null}
          helper={limitHelp(value, unit, countTakers(type, entities))}
        />
      )}
    </>
  );
}

/** What a typed limit means for each plant, in W; before it can be read, what to type. */
function limitHelp(value: string, unit: PowerUnit, takers: number): string {
  const { watts } = readPower(value, unit);
  if (watts === null || feedInLimitW(watts) === null) {
    return 'For each device, for example 5000 W or 5 kW.';
  }
  const { text, hint } = limitImpact(watts, takers);
  return hint === null ? text : `${text}. ${hint}`;
}

interface TypeFieldProps {
  /** The chosen Command, or ''. */
  chosen: string;
  onChoose: (type: CommandType) => void;
  entities: readonly DirectoryEntity[];
  error: string | null;
}

/** The six Commands, each with its impact; those that no known Entity supports are folded away. */
function TypeField({ chosen, onChoose, entities, error }: TypeFieldProps) {
  const id = useId();
  const choices = useMemo(
    () =>
      COMMAND_TYPES.map((type) => ({ type, takers: countTakers(type, entities) })).toSorted(
        (a, b) => b.takers - a.takers,
      ),
    [entities],
  );
  const fit = choices.filter(({ takers }) => takers > 0);
  const others = choices.filter(({ takers }) => takers === 0);
  const needed = fit.length === 0 || others.some(({ type }) => type === chosen);
  const [asked, setAsked] = useState(false);
  const open = needed || asked;
  const choiceOf = ({ type, takers }: (typeof choices)[number]) => (
    <Box
      key={type}
      component="label"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto 1fr auto',
        columnGap: 1,
        ...choiceStyle,
        '& strong': { fontWeight: 600 },
        '& span': { fontSize: '0.8125rem', color: 'text.secondary' },
      }}
    >
      <input
        type="radio"
        name="type"
        value={type}
        checked={type === chosen}
        aria-describedby={error === null ? undefined : `${id}-error`}
        onChange={() => onChoose(type)}
      />
      <strong>{COMMAND_RULES[type].verb}</strong>
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {takers === 0
          ? 'none supports it'
          : `${formatNumber(takers)} of ${formatNumber(entities.length)} support it`}
      </Box>
      <Box component="span" sx={{ gridColumn: '2 / -1' }}>
        {COMMAND_RULES[type].effect}
      </Box>
    </Box>
  );
  return (
    <Box
      component="fieldset"
      role="radiogroup"
      aria-invalid={error !== null}
      sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}
    >
      <Box component="legend" className="visually-hidden">
        Command
      </Box>
      <Box sx={{ display: 'grid', gap: 0.75 }}>
        {fit.map(choiceOf)}
        {fit.length > 0 && others.length > 0 && (
          <Button
            color="inherit"
            aria-expanded={open}
            aria-controls={`${id}-others`}
            aria-disabled={needed}
            onClick={() => setAsked(!open)}
            startIcon={<ExpandMoreIcon sx={{ transform: open ? 'none' : 'rotate(-90deg)' }} />}
            sx={{ justifySelf: 'start', ml: -0.75, color: 'text.secondary' }}
          >
            Not for this Collective ({formatNumber(others.length)})
          </Button>
        )}
        <Box id={`${id}-others`} sx={{ display: open ? 'grid' : 'none', gap: 0.75 }}>
          {others.map(choiceOf)}
        </Box>
      </Box>
      {error !== null && (
        <FormHelperText id={`${id}-error`} error role="alert" sx={{ mx: 0 }}>
          {error}
        </FormHelperText>
      )}
    </Box>
  );
}

interface UnitSelectProps {
  label: string;
  register: UseFormRegisterReturn;
}

/** The unit of the typed limit. */
export function UnitSelect({ label, register }: UnitSelectProps) {
  return (
    <Box component="select" aria-label={label} {...register} sx={{ ...nativeField, flex: 'none' }}>
      {POWER_UNITS.map((unit) => (
        <option key={unit} value={unit}>
          {unit}
        </option>
      ))}
    </Box>
  );
}
