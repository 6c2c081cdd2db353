import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { COMMAND_STATUSES, COMMAND_TYPES, type Command } from '../../../contract/command.ts';
import {
  SENT_BY_ANOTHER,
  type FleetEntity,
  type KnownCommand,
} from '../../../contract/console/fleet-entity.ts';
import type { Page } from '../../../contract/paging.ts';
import { formatCount, formatNumber, shortId } from '../../../domain/format.ts';
import type { SessionRange } from '../../../domain/session-range.ts';
import { endsInLoop } from '../../api/service-pages.ts';
import { usePermission } from '../../api/session.ts';
import { useNote } from '../../api/use-note.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { MoreButton } from '../../components/older-rows.tsx';
import { KnownAge, knownAnswer, KnownRead, useChangeObstacle } from '../../components/known.tsx';
import { ListBar } from '../../components/list/list-bar.tsx';
import { Live } from '../../components/live.tsx';
import { Section } from '../../components/section.tsx';
import { useZone } from '../../theme/preferences.ts';
import { CanceledMessage, CancelCommand } from '../jobs/cancel-command.tsx';
import { commandColumns } from './command-columns.tsx';
import { chosenFrame, commandPages, mergeCommands, fleetEntity } from './entities-queries.ts';
import { ENTITY_PAGE, type EntitySearch } from './entity-search.ts';

/** Stored Commands by id, with their senders. */
function storedById(entity: FleetEntity | undefined): ReadonlyMap<string, KnownCommand> {
  return new Map((entity?.commands ?? []).map((known) => [known.command.id, known]));
}

interface CommandHistoryProps {
  entityId: string;
  entityName: string | null;
  search: EntitySearch;
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** The Commands of an Entity as listed by the Service, sent by any system. */
export function CommandHistory(props: CommandHistoryProps) {
  const { search, onSearch } = props;
  const zone = useZone();
  // Fixed when the page opens; a moving period would discard what is shown.
  const [openedMs] = useState(() => Date.now());
  const { range, problem } = chosenFrame(search, zone, openedMs);
  const filters = (commands: readonly Command[], senders: readonly (string | null)[] = []) => (
    <CommandFilters {...{ search, problem, commands, senders, onSearch }} />
  );
  if (range === null)
    return (
      <Section ofTab title="Commands">
        {filters([])}
      </Section>
    );
  return <ReadCommands {...props} range={range} filters={filters} />;
}

interface ReadCommandsProps extends CommandHistoryProps {
  range: SessionRange;
  filters: (commands: readonly Command[], senders: readonly (string | null)[]) => ReactNode;
}

function ReadCommands({ entityId, entityName, search, range, filters }: ReadCommandsProps) {
  const asked = commandPages(entityId, range);
  const list = useInfiniteQuery(asked);
  const { data } = list;
  const reason = useChangeObstacle(usePermission('cancel-command').reason);
  const [canceling, setCanceling] = useState<Command | null>(null);
  const [answered, setAnswered] = useState<Command | null>(null);
  const { data: entity } = useQuery(fleetEntity(entityId));
  const stored = useMemo(() => storedById(entity), [entity]);
  const rows = useMemo(() => (data === undefined ? undefined : mergeCommands(data.pages)), [data]);
  const known = knownAnswer({ ...list, data: rows }, useNote(asked.queryKey));
  const commands = known.value ?? [];
  const { status, type, sender } = search;
  const shown = commands.filter(
    (command) =>
      (status === undefined || command.status === status) &&
      (type === undefined || command.type === type) &&
      (sender === undefined || stored.get(command.id)?.sentBy === sender),
  );
  const name = entityName ?? `Entity ${shortId(entityId)}`;
  return (
    <Section ofTab title="Commands" aside={<KnownAge known={known} what="the Commands" />}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {filters(
          commands,
          [...stored.values()].map(({ sentBy }) => sentBy),
        )}
        <Live>
          <CanceledMessage command={answered} />
        </Live>
        <KnownRead known={known} what="the Commands" rows={3}>
          {(all) => (
            <>
              {shown.length === 0 && (
                <Typography variant="body2" color="textSecondary">
                  {all.length > 0
                    ? 'None of the Commands read matches the filters.'
                    : 'No Commands with a trigger time in this period.'}
                </Typography>
              )}
              {shown.length > 0 && (
                <DataTable
                  label="Commands"
                  columns={commandColumns(reason, setCanceling, stored)}
                  rows={shown}
                  rowKey={(row) => row.id}
                  minWidth={980}
                />
              )}
              {data !== undefined && <HowMuch list={list} read={all.length} shown={shown.length} />}
            </>
          )}
        </KnownRead>
      </Box>
      {canceling !== null && (
        <CancelCommand
          command={canceling}
          entityName={name}
          onClose={() => setCanceling(null)}
          onAnswered={setAnswered}
        />
      )}
    </Section>
  );
}

interface HowMuchProps {
  list: UseInfiniteQueryResult<InfiniteData<Page<Command>>>;
  read: number;
  shown: number;
}

/** How many were read, and whether that is all: filters and order apply only to these. */
function HowMuch({ list, read, shown }: HowMuchProps) {
  const { data, error, hasNextPage: more } = list;
  const looped = data !== undefined && endsInLoop(data.pages, data.pageParams);
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        alignItems: 'center',
        fontSize: '0.8125rem',
        color: 'text.secondary',
      }}
    >
      <output>
        {shown < read && `${formatNumber(shown)} of `}
        {formatCount(read, 'Command', 'Commands')} read
        {more &&
          '; the Service has more for this period. Filters and order apply to the Commands read.'}
        {looped && '; the Service returned the same page twice, so reading stopped.'}
        {!more && !looped && ', all of this period.'}
        {more && error !== null && ' The next page could not be read; the rows shown are kept.'}
      </output>
      <MoreButton list={list}>Read more</MoreButton>
    </Box>
  );
}

interface CommandFiltersProps {
  search: EntitySearch;
  problem: string | null;
  /** The Commands read, whose statuses and types may be unknown. */
  commands: readonly Command[];
  senders: readonly (string | null)[];
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** Known values first, then those that only the Service uses. */
function optionsOf(known: readonly string[], seen: readonly (string | null)[]) {
  const values = new Set([...known, ...seen.filter((value) => value !== null)]);
  return [...values].map((value) => ({ value, label: value }));
}

/** The period of the Commands, and their filters. */
function CommandFilters(props: CommandFiltersProps) {
  const { search, problem, commands, senders, onSearch } = props;
  const statuses = commands.map(({ status }) => status);
  const types = commands.map(({ type }) => type);
  return (
    <>
      <ListBar
        label="Filters of the Commands"
        list={ENTITY_PAGE}
        search={search}
        onSearch={onSearch}
        options={{
          status: optionsOf(COMMAND_STATUSES, statuses),
          type: optionsOf(COMMAND_TYPES, types),
          sender: optionsOf([SENT_BY_ANOTHER], senders),
        }}
      />
      {problem !== null && (
        <Box role="alert" sx={{ fontSize: '0.8125rem', color: 'error.main', flexBasis: '100%' }}>
          {problem}
        </Box>
      )}
    </>
  );
}
