import type { Random } from '../random.ts';
import type { TitledError } from '../../contract/primitives.ts';
import { takesCommand } from '../../domain/command-rules.ts';

/** How a simulated device responds to Commands. */
export const BEHAVIOURS = [
  'prompt',
  'slow',
  'flaky',
  'offline',
  'acknowledges-and-ignores',
  'verification-fails',
  'late-result',
] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

/** The outcome of a Command that passed validation. */
export type Fate =
  | { kind: 'not-sent'; error: TitledError }
  | { kind: 'refused'; error: TitledError }
  | { kind: 'acknowledged'; verificationError: TitledError | null };

const CHARGING_REFUSALS: readonly [TitledError, ...TitledError[]] = [
  {
    title: 'Charging schedule has priority',
    description: 'A departure time set in the vehicle takes precedence over remote requests.',
  },
  {
    title: 'Rejected by the vehicle',
    description:
      'The vehicle did not accept the request. A charging timer may be set in the vehicle.',
  },
  {
    title: 'Device busy',
    description: 'The device was installing an update and did not take the request.',
  },
];

const FEED_IN_REFUSALS: readonly [TitledError, ...TitledError[]] = [
  {
    title: 'Rejected by the inverter',
    description: 'The inverter is in local control mode and takes no remote requests.',
  },
  {
    title: 'Grid operator limit has priority',
    description: 'A limit set by the grid operator is in force and cannot be overridden.',
  },
  {
    title: 'Device busy',
    description: 'The inverter was starting up and did not take the request.',
  },
];

/** Why StartCharging fails without a cable. */
export const NOT_PLUGGED_IN: TitledError = {
  title: 'Not plugged in',
  description: 'No cable is connected, so there is no charging to start.',
};

const OFFLINE: TitledError = {
  title: 'Device offline',
  description: 'The device did not answer three attempts to reach it.',
};

const NO_EFFECT: TitledError = {
  title: 'No effect observed',
  description: 'The device acknowledged the Command, but its measured power did not change.',
};

const NO_READING: TitledError = {
  title: 'Verification not possible',
  description: 'No reading arrived from the device after the Command.',
};

/** Whether a device of this type charges or is charged. */
export function charges(entityType: string): boolean {
  return takesCommand('StopCharging', entityType) === true;
}

/**
 * Decides the outcome of a Command that is valid for its device.
 * @param random the Command's own stream
 */
export function fateFor(behaviour: Behaviour, entityType: string, random: Random): Fate {
  switch (behaviour) {
    case 'offline':
      return { kind: 'not-sent', error: OFFLINE };
    case 'flaky':
      if (random.chance(0.5)) {
        const refusals = charges(entityType) ? CHARGING_REFUSALS : FEED_IN_REFUSALS;
        return { kind: 'refused', error: random.pick(refusals) };
      }
      return { kind: 'acknowledged', verificationError: null };
    case 'acknowledges-and-ignores':
      return { kind: 'acknowledged', verificationError: NO_EFFECT };
    case 'verification-fails':
      return { kind: 'acknowledged', verificationError: NO_READING };
    case 'prompt':
    case 'slow':
    case 'late-result':
      return { kind: 'acknowledged', verificationError: null };
  }
}
