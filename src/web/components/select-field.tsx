import { BarSelect } from './bar-select.tsx';

interface SelectFieldProps {
  label: string;
  /** Absent: no filter. */
  value: string | undefined;
  options: readonly { value: string; label: string }[];
  /** Label for no selection. */
  any: string;
  onChange: (value: string | undefined) => void;
  /** Whether it takes the width of its longest choice, if there is room. */
  wide?: boolean;
}

/** A filter with at most one choice. */
export function SelectField({
  label,
  value,
  options,
  any,
  onChange,
  wide = false,
}: SelectFieldProps) {
  // A link may name a value that is not among the choices: show it, so that it can be cleared.
  const known = value === undefined || options.some((option) => option.value === value);
  return (
    <BarSelect
      label={label}
      value={value ?? ''}
      onChange={(chosen) => onChange(chosen === '' ? undefined : chosen)}
      maxWidth={wide ? '100%' : 220}
    >
      <option value="">{any}</option>
      {!known && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </BarSelect>
  );
}
