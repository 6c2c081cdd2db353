import { useInfiniteQuery } from '@tanstack/react-query';
import { shortId } from '../../../../domain/format.ts';
import { shownEnergy } from '../../../../domain/reports/shown-sums.ts';
import { reportGroupsQuery } from '../../../api/report-queries.ts';
import { EntityRanking } from '../../../components/entity-ranking.tsx';
import { ReadBlock } from '../../../components/read-block.tsx';
import { sessionsOfGroup } from '../group-labels.ts';
import type { RunPartProps } from '../run-part.ts';
import { SessionsLink } from '../sessions-link.tsx';

/** Rows shown, and rows read: rows of other units may be in between. */
const SHOWN = 5;
const READ = 50;

interface EntityEndsProps extends Pick<RunPartProps, 'run' | 'search'> {
  unit: string | null;
}

/** The Entities with the most and the least energy in a unit; those without a session are in neither. */
export function EntityEnds(props: EntityEndsProps) {
  return (
    <>
      <End {...props} direction="down" label="Entities with most energy" />
      <End {...props} direction="up" label="Entities with least energy" />
    </>
  );
}

interface EndProps extends EntityEndsProps {
  direction: 'up' | 'down';
  label: string;
}

function End({ run, search, unit, direction, label }: EndProps) {
  const query = useInfiniteQuery(
    reportGroupsQuery(run, { by: 'entity', order: 'energy', direction, limit: READ }),
  );
  const groups = query.data?.pages[0]?.groups.filter((group) => group.unit === unit);
  return (
    <EntityRanking
      label={label}
      unit={unit}
      reading={<ReadBlock read={query} what={label} rows={SHOWN} />}
      rows={groups?.slice(0, SHOWN).map(({ key, label: name, sessions, energy }) => ({
        key,
        name: (
          <SessionsLink
            runId={run.id}
            search={search}
            sessions={sessionsOfGroup('entity', key, run.definition.zone) ?? {}}
          >
            {name ?? shortId(key)}
          </SessionsLink>
        ),
        sessions,
        energy: shownEnergy(energy),
      }))}
    />
  );
}
