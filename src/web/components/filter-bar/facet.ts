import type { PeriodChoice } from '../period-picker/period-choice.ts';
import { periodText } from '../period-picker/period-text.ts';

/** A filter value and the number of rows it would show. */
export interface FacetOption {
  value: string;
  label: string;
  count?: number;
}

interface Named {
  /** Unique within its bar. */
  key: string;
  label: string;
  /** Between label and value in a chip; default "is". */
  verb?: string;
  /** Label for no selection: "Any type". */
  any: string;
}

/** At most one value of a list. */
export interface ChoiceFacet extends Named {
  kind: 'choice';
  /** Undefined while they are being read. */
  options: readonly FacetOption[] | undefined;
  /** Why the options could not be read. */
  error?: unknown;
  onRetry?: () => void;
  value: string | null;
  onChange: (value: string | null) => void;
}

/** On or off; its label describes the "on" state. */
interface SwitchFacet extends Named {
  kind: 'switch';
  on: boolean;
  onChange: (on: boolean) => void;
}

/** A typed text. */
export interface TextFacet extends Named {
  kind: 'text';
  /** Shown under the field. */
  hint?: string;
  value: string | null;
  onChange: (value: string | null) => void;
}

/** A period, by preset or by days. */
export interface PeriodFacet extends Named, PeriodChoice {
  kind: 'period';
  /** Restores the period that counts as no filter. */
  onClear: () => void;
  /** Shown as a chip even if it does not filter: the list always has a period. */
  always?: boolean;
}

/** A filter of a list: its name, the choices, and the selection. */
export type FilterFacet = ChoiceFacet | SwitchFacet | TextFacet | PeriodFacet;

/** A filter's value as text; null if it is off. */
export function valueText(facet: FilterFacet): string | null {
  switch (facet.kind) {
    case 'choice':
      if (facet.value === null) return null;
      // A value from a link stays visible even if no row has it.
      return facet.options?.find(({ value }) => value === facet.value)?.label ?? facet.value;
    case 'switch':
      return facet.on ? facet.label : null;
    case 'text':
      return facet.value;
    case 'period': {
      const named = facet.presets.find(({ value }) => value === facet.preset)?.label;
      if (named !== undefined) return named === facet.any ? null : named;
      return periodText(facet.from, facet.to);
    }
  }
}

/** Switches a filter off. */
export function clearFacet(facet: FilterFacet): void {
  switch (facet.kind) {
    case 'choice':
    case 'text':
      facet.onChange(null);
      return;
    case 'switch':
      facet.onChange(false);
      return;
    case 'period':
      facet.onClear();
      return;
  }
}

/** Whether the bar shows a chip for a filter. */
export function hasChip(facet: FilterFacet): boolean {
  return valueText(facet) !== null || isAlwaysShown(facet);
}

/** Whether a filter is shown although it is off, even on a phone. */
export function isAlwaysShown(facet: FilterFacet): boolean {
  return facet.kind === 'period' && facet.always === true;
}
