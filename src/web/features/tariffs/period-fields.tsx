import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { useController } from 'react-hook-form';
import { RATE_KINDS } from '../../../domain/reports/tariff-texts.ts';
import { REGISTERS } from '../../../domain/session-maths.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { FormText } from '../../components/form.tsx';
import { BandFields } from './band-fields.tsx';
import { fieldRow, PriceField } from './price-field.tsx';
import { PricesFile } from './prices-file.tsx';
import { KINDS, type TariffControl } from './tariff-form.ts';

interface PeriodFieldsProps {
  control: TariffControl;
  at: number;
  /** "CHF", or empty as long as it is not chosen. */
  currency: string;
  /** Null if there is only one. */
  onRemove: (() => void) | null;
}

/** From when on prices hold, the price of energy, and fees. */
export function PeriodFields({ control, at, currency, onRemove }: PeriodFieldsProps) {
  const path = `periods.${at}` as const;
  const energy = `${path}.energy` as const;
  const { field: kind } = useController({ control, name: `${energy}.kind` });
  const unit = `${currency} per kWh`.trim();
  return (
    <Box
      component="fieldset"
      aria-label={`Prices ${at + 1}`}
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
      <Box sx={fieldRow}>
        <FormText
          control={control}
          name={`${path}.from`}
          type="date"
          label="Valid from"
          wrong="Enter a day such as 22 Nov 2026."
        />
        <PriceField control={control} name={`${path}.perSession`} label="Fee per session" />
        <PriceField control={control} name={`${path}.perHour`} label="Fee per hour" />
        {onRemove !== null && (
          <Button
            color="inherit"
            onClick={onRemove}
            sx={{ alignSelf: 'end', justifySelf: 'start' }}
          >
            Remove prices {at + 1}
          </Button>
        )}
      </Box>
      <ChoiceChips
        label="Kind of price"
        required
        choices={KINDS.map((value) => ({ value, label: RATE_KINDS[value] }))}
        value={kind.value}
        onChange={kind.onChange}
      />
      {kind.value === 'flat' && (
        <Box sx={fieldRow}>
          <PriceField control={control} name={`${energy}.price`} label={`Price, ${unit}`} />
        </Box>
      )}
      {kind.value === 'registers' && (
        <Box sx={fieldRow}>
          {REGISTERS.map((register) => (
            <PriceField
              key={register}
              control={control}
              name={`${energy}.${register}`}
              label={`${register}, ${unit}`}
            />
          ))}
          <FormHelperText sx={{ m: 0, gridColumn: '1 / -1' }}>
            Energy in a register without a price is listed as unpriced, never as free.
          </FormHelperText>
        </Box>
      )}
      {kind.value === 'time-of-use' && <BandFields control={control} path={energy} unit={unit} />}
      {kind.value === 'hourly' && (
        <PricesFile control={control} name={`${energy}.prices`} unit={unit} />
      )}
    </Box>
  );
}
