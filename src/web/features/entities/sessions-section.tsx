import Box from '@mui/material/Box';
import { useState, type ReactNode } from 'react';
import { chosenRange } from '../../../domain/session-period.ts';
import type { SessionRange } from '../../../domain/session-range.ts';
import { AsOf } from '../../components/as-of.tsx';
import { RangeField } from '../../components/range-field.tsx';
import { Section } from '../../components/section.tsx';
import { StoredAsOf } from '../../components/stored-read.tsx';
import { useZone } from '../../theme/preferences.ts';
import type { EntitySearch } from './entity-search.ts';
import { SessionsView } from './sessions-view.tsx';
import { useAllSessions } from './use-all-sessions.ts';

interface SessionsSectionProps {
  entityId: string;
  search: EntitySearch;
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** The charge sessions of an Entity in a period. */
export function SessionsSection({ entityId, search, onSearch }: SessionsSectionProps) {
  const zone = useZone();
  // Fixed when the page opens; a period that moved at midnight would discard what is shown.
  const [openedMs] = useState(() => Date.now());
  const { range, problem } = chosenRange(search, zone, openedMs);
  const field = (
    <RangeField
      choice={search}
      zone={zone}
      problem={problem}
      onChoice={(choice) => onSearch({ ...choice, page: undefined })}
    />
  );
  if (range === null) return <Section title="Charge sessions">{field}</Section>;
  return (
    <ReadSessions
      entityId={entityId}
      range={range}
      zone={zone}
      openedMs={openedMs}
      search={search}
      onSearch={onSearch}
      field={field}
    />
  );
}

interface ReadSessionsProps extends SessionsSectionProps {
  range: SessionRange;
  zone: string;
  openedMs: number;
  field: ReactNode;
}

function ReadSessions(props: ReadSessionsProps) {
  const { entityId, range, zone, openedMs, search, onSearch, field } = props;
  const all = useAllSessions(entityId, range);
  return (
    <Section
      title="Charge sessions"
      aside={
        all.stored === null ? (
          all.asOf !== null && <AsOf read={all} what="the charge sessions" />
        ) : (
          <StoredAsOf stored={all.stored} read={{ error: all.error, isFetching: all.fetching }} />
        )
      }
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {field}
        <SessionsView
          entityId={entityId}
          all={all}
          zone={zone}
          provisionalFrom={all.provisionalFrom(zone, openedMs)}
          nowMs={openedMs}
          search={search}
          onSearch={onSearch}
        />
      </Box>
    </Section>
  );
}
