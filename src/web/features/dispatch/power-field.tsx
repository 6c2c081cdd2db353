import Box from '@mui/material/Box';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { feedInLimitW } from '../../../domain/command-rules.ts';
import { limitImpact } from '../../../domain/dispatch-impact.ts';
import { POWER_UNITS, readPower, type PowerUnit } from '../../../domain/power-value.ts';
import { nativeField } from '../../components/field-styles.ts';
import { TextInput } from '../../components/text-input.tsx';

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

interface PowerFieldProps {
  label: string;
  value: string;
  unit: PowerUnit;
  /** Number of known Entities that support the Command. */
  takers: number;
  registerValue: UseFormRegisterReturn;
  registerUnit: UseFormRegisterReturn;
  error: string | null;
}

/** A power limit with its unit; the value sent is shown in W below. */
export function PowerField(props: PowerFieldProps) {
  const { label, value, unit, takers } = props;
  const { watts } = readPower(value, unit);
  const sent = watts === null || feedInLimitW(watts) === null ? null : limitImpact(watts, takers);
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      end={<UnitSelect label="Unit" register={props.registerUnit} />}
      {...props.registerValue}
      error={props.error}
      helper={
        sent === null
          ? 'For each device, for example 5000 W or 5 kW.'
          : [sent.text, sent.hint].filter((text) => text !== null).join('. ')
      }
    />
  );
}
