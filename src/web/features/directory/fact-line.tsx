import Box from '@mui/material/Box';
import { Fragment, type ReactNode } from 'react';
import type { KnownOf } from '../../../contract/console/counts.ts';
import type { EntityFacts } from '../../../contract/console/entity-facts.ts';
import type { CollectiveFacts } from '../../../contract/console/fleet-facts.ts';
import { MISSING } from '../../../domain/format.ts';
import { energyText, type Sum } from '../../components/fact-cells.tsx';
import { knownOfText } from '../../components/known-of.ts';
import { CutText } from '../../components/hint.tsx';
import { leftOutText } from '../../components/left-out.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { amber } from './fact-parts.tsx';

/**
 * Energy in a line of other facts, where a bare number would be unclear.
 * @param readOf how many Entities were read; absent: the value is about one Entity
 */
export function energyFact(energy: Sum, readOf?: KnownOf): string {
  const text = energyText(energy);
  const part = readOf === undefined ? null : knownOfText(readOf);
  // If some were not read, an unknown session says nothing about them.
  if (text === MISSING)
    return part === null ? 'no sessions in 30 days' : `no session known ${part}`;
  const sum = energy.value === 0 ? 'no energy' : text;
  return [sum, 'in 30 days', part, leftOutText(energy.leftOut)].filter(Boolean).join(' ');
}

type Energy = NonNullable<EntityFacts['energy'] | CollectiveFacts['energy']>;

/** The energy of 30 days in a line of other facts: how many Entities it covers, and its age if it is stale. */
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

/** Labelled facts, without missing ones; on two lines where rows have equal height. */
export function FactLines({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <Box sx={{ 'li:not(.fixed) & > span': { display: 'block' } }}>
      <CutText lines={2}>{joined(facts)}</CutText>
    </Box>
  );
}

function joined(facts: Readonly<Record<string, ReactNode>>): ReactNode[] {
  return Object.entries(facts)
    .filter(([, fact]) => fact !== undefined && fact !== null && fact !== false && fact !== '')
    .map(([about, fact], at) => (
      <Fragment key={about}>
        {at > 0 && ' · '}
        {fact}
      </Fragment>
    ));
}
