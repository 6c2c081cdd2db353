import { Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';
import { address, Day, Flag, Text } from './address.ts';

/** How a filter is named. */
interface Named {
  label: string;
  /** Label for no selection: "Any type". */
  any: string;
  /** Between label and value in a chip; default "is". */
  verb?: string;
}

interface ChoiceField extends Named {
  kind: 'choice';
  /** Values that are known without reading. */
  values?: readonly string[];
  /** The label of a value; undefined: the one that comes with it. */
  labelOf: (value: string) => string | undefined;
}

export interface PeriodField extends Named {
  kind: 'period';
  /** Parameters of the first and the last day. */
  from: string;
  to: string;
  /** Named periods, of which the list always has one, by default the first. */
  names?: Readonly<Record<string, string>>;
}

/** What the address says of the rows: how the bar shows and changes a parameter. */
export type Field =
  | { kind: 'search'; label: string; placeholder: string }
  | ChoiceField
  | PeriodField
  | (Named & { kind: 'flag' })
  | (Named & { kind: 'typed'; hint: string })
  | { kind: 'hidden' };

const FIELDS = new WeakMap<object, Field>();

function declared<Schema extends z.ZodType>(schema: Schema, field: Field): Schema {
  // One schema of its own: shapes share those of ids and days.
  const own = schema.clone();
  FIELDS.set(own, field);
  return own;
}

/** The list's text search. */
export const textSearch = (label: string, placeholder = label) =>
  declared(Text, { kind: 'search', label, placeholder });

/** One of these values. */
const oneOf = <Value extends string>(values: readonly string[]) =>
  z.custom<Value>((value) => typeof value === 'string' && values.includes(value));

/** One of fixed values. @param labels by value, in order */
export function choice<Value extends string>(name: Named, labels: Readonly<Record<Value, string>>) {
  const known = new Map(Object.entries<string>(labels));
  const labelOf = (value: string) => known.get(value);
  const values = [...known.keys()];
  return declared(oneOf<Value>(values), { kind: 'choice', ...name, values, labelOf });
}

/**
 * One of the values that the rows have; a value of a link that no row has stays.
 * @param values those known without reading
 */
export const openChoice = (
  name: Named,
  labelOf: ChoiceField['labelOf'] = () => undefined,
  values?: readonly string[],
) => declared(Text, { kind: 'choice', ...name, labelOf, ...(values && { values }) });

/** One of the things that the page knows by id. */
export const idChoice = (name: Named) =>
  declared(Uuid, { kind: 'choice', ...name, labelOf: () => undefined });

/** On or off; the label says what is on. */
export const flag = (label: string, any: string) => declared(Flag, { kind: 'flag', label, any });

/** A typed text. */
export const typedText = (label: string, any: string, hint: string) =>
  declared(z.string().max(100), { kind: 'typed', label, any, hint });

/** Two days, either of which may be open. @param label names the dated event: "Sent" */
export const days = (label: string) => ({
  from: declared(Day, {
    kind: 'period',
    label,
    any: 'Any time',
    verb: '',
    from: 'from',
    to: 'to',
  }),
  to: hidden(Day),
});

/** A named period or `custom` for two days. @param keys the parameters of these days */
export function namedPeriod<Name extends string>(
  label: string,
  names: Readonly<Record<Name, string>>,
  keys: Pick<PeriodField, 'from' | 'to'>,
) {
  const [any = ''] = Object.values<string>(names);
  const schema = oneOf<Name | 'custom'>([...Object.keys(names), 'custom']);
  return declared(schema, { kind: 'period', label, any, verb: '', ...keys, names });
}

/** A parameter that narrows the list, and is set elsewhere than in the bar. */
export function hidden<Schema extends z.ZodType>(schema: Schema): Schema {
  return declared(schema, { kind: 'hidden' });
}

/**
 * A list, from the parameters of its address: those made by the functions above are its filters, all others are
 * order, columns and the like.
 */
export function declareList<Shape extends z.ZodRawShape>(shape: Shape) {
  const schema = address(shape);
  const fields = new Map<string, Field>();
  for (const [key, each] of Object.entries(shape)) {
    const field = FIELDS.get(each);
    if (field !== undefined) fields.set(key, field);
  }
  const isOn = ([key, value]: [string, unknown]) =>
    fields.has(key) && value !== undefined && value !== '';
  return {
    schema,
    fields,
    /** Clears all filters, but nothing else. */
    none: schema.parse(Object.fromEntries([...fields.keys()].map((key) => [key, undefined]))),
    /** The filters that are on. */
    filtersOf: (search: object) =>
      schema.parse(Object.fromEntries(Object.entries(search).filter(isOn))),
    /** Whether any filter is on. */
    isNarrowed: (search: object) => Object.entries(search).some(isOn),
  };
}
