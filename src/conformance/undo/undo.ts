import type { EndpointName } from '../../contract/endpoints.ts';
import { type Ask, type Client, readWith } from '../client.ts';
import type { Targets } from '../fixtures.ts';
import { Differs, Interrupted } from '../outcome.ts';
import { makeAttempts } from './attempts.ts';
import { makeCommandKeeper } from './undo-commands.ts';
import { makeRequestKeeper } from './requests.ts';
import { makeSettingsKeeper } from './undo-settings.ts';

/** Tracks the changes of a run, and reverts them. */
export interface Undo {
  /** A client that records every change, and sends no more requests once the run is to stop. */
  client: Client;
  /** Restores features and battery capacities, after the check that may have changed them. */
  settings(): Promise<void>;
  /** Reverts everything. @returns failures, a line each; null: nothing was changed */
  everything(): Promise<string[] | null>;
}

/** Dependencies of an undo. */
interface UndoParts {
  /** Sends a request without recording it. */
  raw: Client;
  /** Reports a permanent removal, which is not reverted. */
  targets: Targets;
  now: () => number;
  /** Waits some milliseconds between two attempts. */
  wait: (ms: number) => Promise<void>;
  /** Whether the run was asked to stop. */
  stopped: () => boolean;
}

/** Makes the tracker of a run's changes. */
export function makeUndo({ raw, targets, now, wait, stopped }: UndoParts): Undo {
  const attempts = makeAttempts(wait);
  const settings = makeSettingsKeeper(raw, attempts);
  const commands = makeCommandKeeper(raw, targets, now, attempts);
  const requests = makeRequestKeeper(raw, targets, attempts);

  const mayGoOn = () => {
    if (stopped()) throw new Interrupted('the run was interrupted');
  };

  const askKept = async (name: EndpointName, given: Ask) => {
    if (name === 'changeFeature' || name === 'setBatteryCapacity') {
      await settings.before(name, given);
      return raw.ask(name, given);
    }
    if (name === 'createOffboardingRequest') {
      await requests.before(given);
      const answer = await raw.ask(name, given);
      requests.answered(given, answer);
      return answer;
    }
    if (name !== 'sendCommand' && name !== 'scheduleCommands') return raw.ask(name, given);
    commands.asking(name, given);
    const answer = await raw.ask(name, given).catch((error: unknown) => {
      if (error instanceof Differs) commands.answered(name, given, null);
      throw error;
    });
    commands.answered(name, given, answer);
    return answer;
  };
  const ask: Client['ask'] = async (name, given = {}) => {
    mayGoOn();
    return askKept(name, given);
  };

  return {
    client: {
      ...raw,
      ask,
      read: readWith(ask),
      follow: (address) => {
        mayGoOn();
        return raw.follow(address);
      },
    },
    settings: () => settings.putBack(),
    everything: async () => {
      await settings.putBack();
      await commands.putBack();
      await requests.putBack();
      return attempts.left();
    },
  };
}
