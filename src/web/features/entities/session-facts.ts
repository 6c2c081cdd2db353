import type { ChargeSession } from '../../../contract/charge-session.ts';
import type { Quantity } from '../../../contract/primitives.ts';
import { foreignName } from '../../../domain/foreign-label.ts';
import { formatNumber, formatQuantity, MISSING } from '../../../domain/format.ts';
import { exactSum, REGISTERS, type Register } from '../../../domain/session-maths.ts';

/** The parts of a session that have a unit. */
export type Measured = 'energy' | 'power' | 'charge' | 'range';

function unitsOf(session: ChargeSession, part: Measured): (string | null)[] {
  const charge = session.data?.charge ?? null;
  switch (part) {
    case 'energy':
      return charge === null || charge.total === null ? [] : [charge.total.unit];
    case 'power':
      return quantityUnits(charge?.averagePower ?? null);
    case 'charge':
      return [...quantityUnits(charge?.start ?? null), ...quantityUnits(charge?.end ?? null)];
    case 'range': {
      const range = session.data?.range ?? null;
      return [...quantityUnits(range?.start ?? null), ...quantityUnits(range?.end ?? null)];
    }
  }
}

function quantityUnits(quantity: Quantity | null): (string | null)[] {
  return quantity === null || quantity.value === null ? [] : [quantity.unit];
}

/**
 * The unit that all sessions share for a part, for the header. @returns the unit, or null if there
 * are several, none, or one is missing
 */
export function commonUnit(sessions: readonly ChargeSession[], part: Measured): string | null {
  const units = new Set(sessions.flatMap((session) => unitsOf(session, part)));
  const [only] = units;
  return units.size === 1 ? (only ?? null) : null;
}

/** Whether any session has a value for a part. */
export function hasPart(sessions: readonly ChargeSession[], part: Measured): boolean {
  return sessions.some((session) => unitsOf(session, part).length > 0);
}

/** The decimals of a column: none if all its values are whole to a twentieth, else one. */
export function decimalsOf(values: readonly (number | null)[]): number {
  const whole = (value: number): boolean => Math.abs(value - Math.round(value)) < 0.05;
  return values.every((value) => value === null || whole(value)) ? 0 : 1;
}

/** A value below a header that may already name its unit. */
export function valueText(
  value: number | null,
  unit: string | null,
  common: string | null,
  decimals: number,
): string {
  return common === null ? formatQuantity(value, unit, decimals) : formatNumber(value, decimals);
}

/** "20 → 80", with units if the header names none. */
export function startToEnd(
  start: Quantity | null,
  end: Quantity | null,
  common: string | null,
): string {
  if ((start?.value ?? null) === null && (end?.value ?? null) === null) return MISSING;
  const text = (quantity: Quantity | null): string => {
    const value = quantity?.value ?? null;
    return valueText(value, quantity?.unit ?? null, common, decimalsOf([value]));
  };
  return `${text(start)} → ${text(end)}`;
}

/** The range that a session added, if start and end have the same unit. */
export function rangeGained(session: ChargeSession): Quantity | null {
  const range = session.data?.range ?? null;
  const { start = null, end = null } = range ?? {};
  if (start === null || end === null || start.value === null || end.value === null) return null;
  if (start.unit !== end.unit) return null;
  return { unit: start.unit, value: exactSum([end.value, -start.value]) };
}

/** The place of a session: a matched Location's label, else the address, else the coordinates. */
export function placeOf(session: ChargeSession): string | null {
  const label = matchesOf(session).find((match) => match.label !== null)?.label;
  if (label !== undefined) return label;
  const place = session.data?.location ?? null;
  if (place === null) return null;
  const address = foreignName(place.address);
  if (address !== null) return address;
  return place.latitude === null || place.longitude === null
    ? null
    : `${place.latitude.toFixed(4)}, ${place.longitude.toFixed(4)}`;
}

/** The tariff registers in which any session has energy. */
export function usedRegisters(sessions: readonly ChargeSession[]): Register[] {
  return REGISTERS.filter((name) =>
    sessions.some((session) => (session.data?.charge?.total?.[name] ?? 0) !== 0),
  );
}

/** A Location matched to a session; the interface does not define the unit of its accuracy. */
export interface Match {
  id: string | null;
  label: string | null;
  accuracy: number | null;
}

/** The Locations matched to a session by the Service. */
export function matchesOf(session: ChargeSession): Match[] {
  return (session.data?.locationMatches ?? []).map(({ accuracy, location }) => ({
    id: location?.id ?? null,
    label: foreignName(location?.label),
    accuracy,
  }));
}

/** "Depot Delft (accuracy 12)", or null without a match. */
export function matchText(session: ChargeSession): string | null {
  const texts = matchesOf(session).map(({ id, label, accuracy }) => {
    const name = label ?? (id === null ? 'no Location' : id.slice(0, 8));
    return accuracy === null ? name : `${name} (accuracy ${accuracy})`;
  });
  return texts.length === 0 ? null : texts.join(', ');
}
