import { useWatch, type FieldPath } from 'react-hook-form';
import { readNumber } from '../../../domain/typed-number.ts';
import { FormText } from '../../components/form.tsx';
import type { TariffControl, TariffFields } from './tariff-form.ts';

/** Several fields in a row, two on a phone. */
export const fieldRow = {
  display: 'grid',
  gap: 1,
  gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, minmax(0, 180px))' },
  alignItems: 'start',
} as const;

interface PriceFieldProps {
  control: TariffControl;
  name: Extract<
    FieldPath<TariffFields>,
    `${string}.${'price' | 't1' | 't2' | 't3' | 't4' | 'otherwise' | 'perSession' | 'perHour'}`
  >;
  label: string;
}

/** A price as a decimal number, with point or comma. */
export function PriceField({ control, name, label }: PriceFieldProps) {
  const typed = useWatch({ control, name });
  return (
    <FormText
      control={control}
      name={name}
      label={label}
      inputMode="decimal"
      wrong={readNumber(typed).problem ?? 'Enter a price with at most six decimals, such as 0.27.'}
    />
  );
}
