import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { Command } from '../../../contract/command.ts';
import { FLEET_ENTITY_ROUTES, type FleetEntity } from '../../../contract/console/fleet-entity.ts';
import { errorMessage } from '../../../domain/command-reason.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber, shortId } from '../../../domain/format.ts';
import { useLeftOut } from '../../api/left-out.ts';
import { query } from '../../api/query.ts';
import { endsInLoop } from '../../api/service-pages.ts';
import { usePermission } from '../../api/session.ts';
import { AsOf } from '../../components/as-of.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Live } from '../../components/live.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import {
  PartlyRead,
  StoredAsOf,
  StoredFailure,
  type StoredAge,
} from '../../components/stored-read.tsx';
import { useChangeObstacle } from '../../components/offboarded-context.ts';
import { VerdictMark } from '../../components/status/verdict-mark.tsx';
import { ExactTimeText } from '../../components/time-text.tsx';
import { useZone } from '../../theme/preferences.ts';
import { CommandCancel } from './command-cancel.tsx';
import { CancelButton, commandColumns, Told } from './command-columns.tsx';
import { CommandFilters } from './command-filters.tsx';
import { chosenFrame } from './command-frame.ts';
import { commandPages, mergeCommands, type CommandFrame } from './entities-queries.ts';
import type { EntitySearch } from './entity-search.ts';
import { senders, storedCommands } from './stored-commands.ts';

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
  const { frame, problem } = chosenFrame(search, zone, openedMs);
  const filters = (commands: readonly Command[]) => (
    <CommandFilters search={search} problem={problem} commands={commands} onSearch={onSearch} />
  );
  if (frame === null) return <Section title="Commands">{filters([])}</Section>;
  return <ReadCommands {...props} frame={frame} filters={filters} />;
}

interface ReadCommandsProps extends CommandHistoryProps {
  frame: CommandFrame;
  filters: (commands: readonly Command[]) => ReactNode;
}

function ReadCommands({ entityId, entityName, search, frame, filters }: ReadCommandsProps) {
  const list = useInfiniteQuery(commandPages(entityId, frame));
  const leftOut = useLeftOut('listCommands', { entityId });
  const { data, error, isFetching, hasNextPage, fetchNextPage } = list;
  const reason = useChangeObstacle(usePermission('cancel-command').reason);
  const [canceling, setCanceling] = useState<Command | null>(null);
  const [answered, setAnswered] = useState<Command | null>(null);
  const { data: entity } = useQuery(
    query(FLEET_ENTITY_ROUTES.fleetEntity, { params: { id: entityId } }),
  );
  const sentBy = useMemo(() => senders(entity), [entity]);
  const kept = useMemo(
    () => (data === undefined ? storedCommands(entity, frame) : null),
    [data, entity, frame],
  );
  const commands = useMemo(
    () => (data === undefined ? (kept ?? []) : mergeCommands(data.pages)),
    [data, kept],
  );
  const { status, type } = search;
  const shown = commands.filter(
    (command) =>
      (status === undefined || command.status === status) &&
      (type === undefined || command.type === type),
  );
  const looped = data !== undefined && endsInLoop(data.pages, data.pageParams);
  const name = entityName ?? `Entity ${shortId(entityId)}`;
  return (
    <Section
      title="Commands"
      aside={
        kept === null || entity === undefined ? (
          data !== undefined && <AsOf read={list} what="the Commands" />
        ) : (
          <StoredAsOf stored={ageOf(entity)} read={list} />
        )
      }
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {filters(commands)}
        {kept === null && <PartlyRead message={leftOut} />}
        {kept !== null && <StoredFailure read={list} what="the Commands" />}
        <Live>
          {answered !== null && (
            <Typography variant="body2">
              {answered.status === 'Canceled'
                ? `Canceled: “${commandLabelWithValue(answered)}” will not be carried out.`
                : `The Service accepted the request and answered with status ${answered.status}.`}
            </Typography>
          )}
        </Live>
        {data === undefined && kept === null && (
          <ReadBlock read={list} rows={3} what="the Commands" />
        )}
        {(data !== undefined || kept !== null) && shown.length === 0 && (
          <Typography variant="body2" color="textSecondary">
            {commands.length === 0
              ? kept === null
                ? 'No Commands with a trigger time in this period.'
                : 'The console’s store has no Commands with a trigger time in this period.'
              : 'None of the Commands read matches the filters.'}
          </Typography>
        )}
        {kept !== null && entity?.moreCommands === true && (
          <Typography variant="body2" color="textSecondary">
            These are the newest {formatNumber(entity.commands.length)} in the console’s store.
          </Typography>
        )}
        {shown.length > 0 && (
          <DataTable
            label="Commands"
            columns={commandColumns(reason, setCanceling, sentBy)}
            rows={shown}
            rowKey={(row) => row.id}
            minWidth={1120}
            renderNarrow={(row) => ({
              first: commandLabelWithValue(row),
              second: (
                <>
                  {errorMessage(row) === null ? (
                    <ExactTimeText instant={row.triggerTime} />
                  ) : (
                    <Told command={row} />
                  )}
                  {sentBy.get(row.id) === 'another system' && ' · another system'}
                </>
              ),
              end: (
                <Box sx={{ display: 'grid', justifyItems: 'end' }}>
                  <VerdictMark reported={row} />
                  <CancelButton command={row} reason={reason} onCancel={setCanceling} />
                </Box>
              ),
            })}
          />
        )}
        {data !== undefined && (
          <HowMuch
            read={commands.length}
            shown={shown.length}
            more={hasNextPage}
            looped={looped}
            failed={error !== null}
            fetching={isFetching}
            onMore={() => {
              if (!isFetching) void fetchNextPage();
            }}
          />
        )}
      </Box>
      {canceling !== null && (
        <CommandCancel
          command={canceling}
          entityName={name}
          onClose={() => setCanceling(null)}
          onAnswered={setAnswered}
        />
      )}
    </Section>
  );
}

/** The age of the stored Commands. For an Entity never read these are the ones sent from here. */
function ageOf({ reads }: FleetEntity): StoredAge {
  const read = reads.find(({ resource }) => resource === 'commands');
  return { readAt: read?.readAt ?? null, state: read?.state ?? 'never' };
}

interface HowMuchProps {
  read: number;
  shown: number;
  more: boolean;
  looped: boolean;
  failed: boolean;
  fetching: boolean;
  onMore: () => void;
}

/** How many were read, and whether that is all: filters and order apply only to these. */
function HowMuch({ read, shown, more, looped, failed, fetching, onMore }: HowMuchProps) {
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
        {more && failed && ' The next page could not be read; the rows shown are kept.'}
      </output>
      {more && (
        <Button variant="outlined" color="inherit" onClick={onMore} aria-disabled={fetching}>
          {fetching ? 'Reading' : 'Read more'}
        </Button>
      )}
    </Box>
  );
}
