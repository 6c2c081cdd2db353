import type { EntityFacts } from '../../../contract/console/entity-facts.ts';
import type { CollectiveFacts } from '../../../contract/console/fleet-facts.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { MISSING } from '../../../domain/format.ts';
import { energyText, ReadValue } from '../../components/fact-cells.tsx';
import { Hint } from '../../components/hint.tsx';
import { knownOfText } from '../../components/known-of.ts';
import { RelativeTimeText } from '../../components/time-text.tsx';

/** Something an operator may want to check. */
export const amber = { color: 'var(--mui-palette-status-amber)' } as const;

interface PlannedProps {
  type: string | null;
  at: string;
  about?: string | undefined;
}

/** The next planned Command and when it is due. */
export function Planned({ type, at, about }: PlannedProps) {
  const label = commandLabelWithValue({ type, value: null });
  return (
    <>
      {about === undefined ? label : <Hint text={about}>{label}</Hint>},{' '}
      <RelativeTimeText instant={at} />
    </>
  );
}

type Energy = NonNullable<EntityFacts['energy'] | CollectiveFacts['energy']>;

/** "520.0 kWh in 30 days from 7 of 30 Entities": energy in a line, where a bare number would be unclear. */
export function EnergyFact({ energy }: { energy: Energy }) {
  const text = energyText(energy);
  return (
    <ReadValue readAt={energy.readAt} isStale={energy.isStale}>
      {text === MISSING ? 'no session known' : text} in 30 days
      {'readOf' in energy && ` ${knownOfText(energy.readOf) ?? ''}`}
    </ReadValue>
  );
}
