import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { useController } from 'react-hook-form';
import { REGISTERS } from '../../../domain/reports/report-session.ts';
import { RATE_LABELS } from '../../../domain/reports/tariff-labels.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { FormText } from '../../components/form.tsx';
import type { Problems, TariffControl } from './tariff-draft.ts';
import { TimeOfUseFields } from './time-of-use-fields.tsx';

const KINDS = ['flat', 'registers', 'time-of-use'] as const;

interface ValidityFieldsProps {
  control: TariffControl;
  at: number;
  /** "CHF per kWh". */
  unit: string;
  problems: Problems;
  /** Null if there is only one. */
  onRemove: (() => void) | null;
}

/** The dates of a validity, and its prices. */
export function ValidityFields({ control, at, unit, problems, onRemove }: ValidityFieldsProps) {
  const path = `validities.${at}` as const;
  const rate = `${path}.rate` as const;
  const { field: kind } = useController({ control, name: `${rate}.kind` });
  const price = { control, inputMode: 'decimal', autoComplete: 'off' } as const;
  const whole = problems[path];
  return (
    <Box
      component="fieldset"
      aria-label={`Validity ${at + 1}`}
      sx={{
        border: 0,
        borderLeft: 3,
        borderColor: 'divider',
        m: 0,
        p: 0,
        pl: 1.5,
        minWidth: 0,
        display: 'grid',
        gap: 1.5,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}>
        <div>
          <FormText control={control} name={`${path}.validFrom`} type="date" label="Valid from" />
        </div>
        <div>
          <FormText
            control={control}
            name={`${path}.validTo`}
            type="date"
            label="Last day; empty: until further notice"
          />
        </div>
        {onRemove !== null && (
          <Button color="inherit" onClick={onRemove} sx={{ ml: 'auto' }}>
            Remove validity {at + 1}
          </Button>
        )}
      </Box>
      {whole !== undefined && (
        <FormHelperText error sx={{ m: 0 }}>
          {whole}
        </FormHelperText>
      )}
      <ChoiceChips
        label="Kind of price"
        required
        choices={KINDS.map((value) => ({ value, label: RATE_LABELS[value] }))}
        value={kind.value}
        onChange={kind.onChange}
      />
      {kind.value === 'flat' && (
        <Box sx={{ maxWidth: 180 }}>
          <FormText {...price} name={`${rate}.price`} label={`Price, ${unit}`} />
        </Box>
      )}
      {kind.value === 'registers' && (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Box
            sx={{
              display: 'grid',
              gap: 1,
              gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, minmax(0, 160px))' },
            }}
          >
            {REGISTERS.map((register) => (
              <FormText
                key={register}
                {...price}
                name={`${rate}.${register}`}
                label={`${register}, ${unit}`}
              />
            ))}
          </Box>
          <FormHelperText sx={{ m: 0 }}>
            Energy in a register without a price is listed as unpriced, never as free.
          </FormHelperText>
        </Box>
      )}
      {kind.value === 'time-of-use' && (
        <TimeOfUseFields control={control} rate={rate} unit={unit} problems={problems} />
      )}
    </Box>
  );
}
