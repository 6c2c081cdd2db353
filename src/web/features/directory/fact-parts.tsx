import Box from '@mui/material/Box';
import { Fragment, type ReactNode } from 'react';
import type { EntityFacts } from '../../../contract/console/entity-facts.ts';
import type { CollectiveFacts } from '../../../contract/console/fleet-facts.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { energyFact } from '../../components/fact-cells.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';

/** What an operator may want to look at. */
export const amber = { color: 'var(--mui-palette-status-amber)' } as const;

/** The next planned Command and when it is due. */
export function Planned({ planned }: { planned: { type: string | null; at: string } }) {
  return (
    <>
      {commandLabelWithValue({ type: planned.type, value: null })},{' '}
      <RelativeTimeText instant={planned.at} />
    </>
  );
}

type Energy = NonNullable<EntityFacts['energy'] | CollectiveFacts['energy']>;

/** The energy of 30 days in a line of other facts: of how many Entities it is, and its age where it is stale. */
export function EnergyFact({ energy }: { energy: Energy }) {
  return (
    <>
      {energyFact(energy, 'readOf' in energy ? energy.readOf : undefined)}
      {energy.isStale && (
        <Box component="span" sx={amber}>
          , stale, as of <RelativeTimeText instant={energy.readAt} />
        </Box>
      )}
    </>
  );
}

/** Facts in a line, without those that are not there. */
export function Facts({ facts }: { facts: readonly ReactNode[] }) {
  return facts
    .filter((fact) => fact !== undefined && fact !== null && fact !== false && fact !== '')
    .map((fact, at) => (
      // Their order is all that tells them apart.
      <Fragment key={at}>
        {at > 0 && ' · '}
        {fact}
      </Fragment>
    ));
}
