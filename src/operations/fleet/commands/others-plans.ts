import type { OthersPlans, OthersRound } from '../../../contract/console/others-commands.ts';
import { canStillTrigger } from '../../../domain/command-status.ts';
import { isoInstant } from '../../../domain/instant.ts';

/** Maximum number of plans that are named. */
const NEXT = 5;
/** Maximum number of rounds counted: another system may give every Command a different time. */
const KEPT = 1000;

/** The known data of a Command that another system planned; times in milliseconds since the epoch. */
interface PlannedCommand {
  type: string | null;
  value: string | null;
  trigger_at: number;
  verdict: string;
}

interface Round extends Omit<PlannedCommand, 'verdict'> {
  verdicts: Map<string, number>;
  /** The listed Collectives that contain all its Entities. */
  collectives: ReadonlySet<string>;
}

/** Counts planned Commands of other systems with the same type, value and time as one round. */
export interface PlanCounter {
  /** @param collectives that contain its Entity */
  add(command: PlannedCommand, collectives: readonly string[]): void;
  /** Rounds that can still trigger, soonest first. */
  plans(): OthersPlans;
}

/** @param names of the listed Collectives, by their ids */
export function createPlanCounter(names: ReadonlyMap<string, string>): PlanCounter {
  const rounds = new Map<string, Round>();
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
  const soonest = () => [...rounds].toSorted(([, a], [, b]) => a.trigger_at - b.trigger_at);

  return {
    add({ type, value, trigger_at, verdict }, collectives) {
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
      if (canStillTrigger(verdict)) commands += 1;
      if (rounds.size > 2 * KEPT) for (const [far] of soonest().slice(KEPT)) rounds.delete(far);
    },
    plans: () => {
      const open = soonest()
        .map(([, round]) => round)
        .filter(({ verdicts }) => [...verdicts.keys()].some(canStillTrigger));
      return { plans: open.length, commands, next: open.slice(0, NEXT).map(shown) };
    },
  };
}
