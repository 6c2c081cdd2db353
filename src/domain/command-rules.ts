import type { CommandType } from '../contract/command.ts';
import { COMMAND_TYPES } from '../contract/command.ts';
import { formatNumber } from './format.ts';
import { wattsLabel } from './power-value.ts';
import { foreignLabel } from './foreign-label.ts';

/** What is known about a Command type. Public facts, "Commands". */
export interface CommandRule {
  /** The action, as a verb phrase for buttons and titles. */
  verb: string;
  /** Its effect on a device, as a sentence. */
  effect: string;
  /** Entity types that accept it; others fail it. */
  entityTypes: readonly string[];
  /** The value it takes, or null if it takes none. */
  value: { label: string; unit: string } | null;
  /** Whether the name of the Collective must be typed before it is sent. */
  disruptive: boolean;
  /** The type that reverses it, if there is one. */
  opposite: CommandType | null;
}

const CHARGING = ['EV', 'ChargePoint'] as const;
const FEEDING_IN = ['SolarPlant', 'Inverter'] as const;

export const COMMAND_RULES: Readonly<Record<CommandType, CommandRule>> = {
  StartCharging: {
    verb: 'Start charging',
    effect: 'Devices that are plugged in begin to charge.',
    entityTypes: CHARGING,
    value: null,
    disruptive: false,
    opposite: 'StopCharging',
  },
  StopCharging: {
    verb: 'Stop charging',
    effect: 'Running charge sessions end. Vehicles may leave with less energy than expected.',
    entityTypes: CHARGING,
    value: null,
    disruptive: false,
    opposite: 'StartCharging',
  },
  LimitFeedIn: {
    verb: 'Limit feed-in',
    effect: 'Solar plants feed no more than the limit into the grid, until they are reset.',
    entityTypes: FEEDING_IN,
    value: { label: 'Feed-in limit', unit: 'W' },
    disruptive: true,
    opposite: 'Reset',
  },
  StopFeedIn: {
    verb: 'Stop feed-in',
    effect: 'Solar plants reduce what they feed into the grid to a minimum, until they are reset.',
    entityTypes: FEEDING_IN,
    value: null,
    disruptive: true,
    opposite: 'Reset',
  },
  Disconnect: {
    verb: 'Disconnect',
    effect: 'Solar plants go off the grid, until they are reset.',
    entityTypes: FEEDING_IN,
    value: null,
    disruptive: true,
    opposite: 'Reset',
  },
  Reset: {
    verb: 'Reset',
    effect: 'Solar plants return to their default configuration; limits are lifted.',
    entityTypes: FEEDING_IN,
    value: null,
    disruptive: false,
    opposite: null,
  },
};

/** Whether a text names one of the six Command types. */
export function isCommandType(type: string | null | undefined): type is CommandType {
  return COMMAND_TYPES.some((known) => known === type);
}

/** The label of a Command type; an unknown type is its own label. */
export function commandLabel(type: string | null): string {
  if (type === null) return 'Command';
  return isCommandType(type) ? COMMAND_RULES[type].verb : foreignLabel(type);
}

/** A Command with its value: "Limit feed-in to 5,000 W"; an unknown type is its own label. */
export function commandLabelWithValue({
  type,
  value,
}: {
  type: string | null;
  value: string | null;
}): string {
  const label = commandLabel(type);
  if (value === null || value === '') return label;
  const takesWatts = isCommandType(type) && COMMAND_RULES[type].value !== null;
  return `${label} to ${foreignLabel(takesWatts ? wattsLabel(value) : value)}`;
}

/** The label of a request: its Command, or the number of scheduled Commands. */
export function requestLabel(
  items: readonly { type: string | null; value: string | null }[],
): string {
  const [item, ...others] = items;
  if (item === undefined) return 'Command';
  return others.length > 0 ? `${items.length} scheduled Commands` : commandLabelWithValue(item);
}

/** Whether one Command reverses the other. */
export function areOpposite(a: string | null, b: string | null): boolean {
  return isCommandType(a) && isCommandType(b)
    ? COMMAND_RULES[a].opposite === b || COMMAND_RULES[b].opposite === a
    : false;
}

/** Whether two Commands are the same; values that are the same number are equal. */
export function isSameCommand(
  a: { type: string | null; value: string | null },
  b: { type: string | null; value: string | null },
): boolean {
  if (a.type !== b.type) return false;
  const [one, other] = [a, b].map(({ value }) => (value ?? '').trim());
  if (one === undefined || other === undefined || one === other) return one === other;
  const watts = feedInLimitW(one);
  return watts !== null && watts === feedInLimitW(other);
}

/** Whether an Entity of this type accepts a Command; null if the type is unknown. */
export function takesCommand(type: CommandType, entityType: string | null): boolean | null {
  return entityType === null ? null : COMMAND_RULES[type].entityTypes.includes(entityType);
}

/** Longest accepted Command value, in characters. */
const VALUE_MAX_LENGTH = 100;
/** Largest feed-in limit that is accepted, in W: 10 GW, beyond any plant. */
export const FEED_IN_LIMIT_MAX_W = 10_000_000_000;

/**
 * Checks type and value of a Command before anything is sent.
 * @param request type and value as typed; the value as a string, in the unit of the type's rule
 * @returns null if it may be sent, else the invalid field and a message
 */
export function checkCommandRequest(request: {
  type: string | null;
  value: string | null;
}): { field: 'type' | 'value'; message: string } | null {
  const { type, value } = request;
  if (!isCommandType(type)) {
    return { field: 'type', message: `Choose one of ${COMMAND_TYPES.join(', ')}.` };
  }
  if (value !== null && value.length > VALUE_MAX_LENGTH) {
    return {
      field: 'value',
      message: `The value has ${value.length} characters; at most ${VALUE_MAX_LENGTH} are accepted.`,
    };
  }
  const rule = COMMAND_RULES[type];
  if (rule.value === null) {
    return value === null || value === ''
      ? null
      : { field: 'value', message: `${rule.verb} takes no value.` };
  }
  if (value === null || value.trim() === '') {
    return {
      field: 'value',
      message: `Enter a ${rule.value.label.toLowerCase()}, for example 5000 ${rule.value.unit}.`,
    };
  }
  return feedInLimitW(value) === null
    ? {
        field: 'value',
        message: `${rule.value.label} must be a number of ${rule.value.unit} from 0 to ${formatNumber(FEED_IN_LIMIT_MAX_W)}, for example 5000.`,
      }
    : null;
}

/** A feed-in limit in W from its text, or null if the text is not a number of W from 0. */
export function feedInLimitW(value: string): number | null {
  if (!/^\d+(\.\d+)?$/.test(value.trim())) return null;
  const watts = Number(value);
  return Number.isFinite(watts) && watts <= FEED_IN_LIMIT_MAX_W ? watts : null;
}
