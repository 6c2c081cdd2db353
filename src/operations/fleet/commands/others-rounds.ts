import type { OthersPlans, OthersRound } from '../../../contract/console/others-commands.ts';
import { canStillTrigger } from '../../../domain/command-status.ts';
import { isoInstant } from '../../../domain/instant.ts';

/** Maximum number of rounds listed as due, and as planned. */
const LISTED = 20;
/** Maximum number of plans that are named. */
const NEXT = 5;
/** Maximum number of rounds counted: another system may give every Command a different time. */
const KEPT = 1000;

/** The known data of a Command that another system sent; times in milliseconds since the epoch. */
interface OthersCommand {
  type: string | null;
  value: string | null;
  trigger_at: number;
  verdict: string;
}

interface Round extends Omit<OthersCommand, 'verdict'> {
  verdicts: Map<string, number>;
  /** The listed Collectives that contain all its Entities. */
  collectives: ReadonlySet<string>;
}

/** Counts Commands of other systems with the same type, value and time as one round. */
export interface RoundCounter {
  /** @param collectives that contain its Entity */
  add(command: OthersCommand, collectives: readonly string[]): void;
  /** Rounds that were due, newest first, and planned ones, soonest first. */
  listed(): { due: OthersRound[]; planned: OthersRound[] };
  /** Rounds that can still trigger. */
  plans(): OthersPlans;
}

/**
 * @param now milliseconds since the epoch: what triggers later is planned
 * @param names of the listed Collectives, by their ids
 */
export function createRoundCounter(now: number, names: ReadonlyMap<string, string>): RoundCounter {
  const due = new Map<string, Round>();
  const planned = new Map<string, Round>();
  let commands = 0;

  const collectiveOf = ({ collectives }: Round): OthersRound['collective'] => {
    const [id, ...others] = collectives;
    const name = id === undefined ? undefined : names.get(id);
    return id === undefined || name === undefined || others.length > 0 ? null : { id, name };
  };
  const shown = (round: Round): OthersRound => ({
    type: round.type,
    value: round.value,
    triggerAt: isoInstant(round.trigger_at),
    verdictCounts: Object.fromEntries(round.verdicts),
    collective: collectiveOf(round),
  });

  // The first ones are nearest to now, on both sides.
  const nearest = (rounds: Iterable<Round>) =>
    [...rounds].toSorted((a, b) => Math.abs(a.trigger_at - now) - Math.abs(b.trigger_at - now));

  const forget = (rounds: Map<string, Round>) => {
    if (rounds.size <= 2 * KEPT) return;
    const keys = new Map([...rounds].map(([key, round]) => [round, key]));
    for (const far of nearest(rounds.values()).slice(KEPT)) rounds.delete(keys.get(far) ?? '');
  };

  const list = (rounds: Map<string, Round>) => nearest(rounds.values()).slice(0, LISTED).map(shown);

  return {
    add({ type, value, trigger_at, verdict }, collectives) {
      const isPlanned = trigger_at > now;
      const rounds = isPlanned ? planned : due;
      const key = JSON.stringify([type, value, trigger_at]);
      const known = rounds.get(key);
      const round = known ?? {
        type,
        value,
        trigger_at,
        verdicts: new Map(),
        collectives: new Set(collectives.filter((id) => names.has(id))),
      };
      if (known !== undefined && known.collectives.size > 0) {
        known.collectives = new Set(collectives.filter((id) => known.collectives.has(id)));
      }
      round.verdicts.set(verdict, (round.verdicts.get(verdict) ?? 0) + 1);
      rounds.set(key, round);
      if (isPlanned && canStillTrigger(verdict)) commands += 1;
      forget(rounds);
    },
    listed: () => ({ due: list(due), planned: list(planned) }),
    plans: () => {
      const open = nearest(planned.values()).filter(({ verdicts }) =>
        [...verdicts.keys()].some(canStillTrigger),
      );
      return { plans: open.length, commands, next: open.slice(0, NEXT).map(shown) };
    },
  };
}
