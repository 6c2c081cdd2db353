import { useQuery } from '@tanstack/react-query';
import Typography from '@mui/material/Typography';
import type { Command } from '../../../contract/command.ts';
import type { Page } from '../../../contract/paging.ts';
import { commandWords } from '../../../domain/command-rules.ts';
import { MISSING } from '../../../domain/format.ts';
import { instantMs, isoInstant } from '../../../domain/instant.ts';
import { RECENT_COMMAND_DAYS, recentCommandsQuery } from '../../api/entity-records.ts';
import { AsOf } from '../../components/as-of.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Section } from '../../components/section.tsx';
import { RowsSkeleton } from '../../components/skeletons.tsx';
import { VerdictMark } from '../../components/status/verdict-mark.tsx';
import { DateTimeText } from '../../components/time-text.tsx';

/** Commands shown. */
const SHOWN = 10;

function errorWords({ error, verification }: Command): string | null {
  const said = error ?? verification?.error ?? null;
  const parts = [said?.title ?? null, said?.description ?? null].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(': ');
}

const COLUMNS: readonly Column<Command>[] = [
  { key: 'command', header: 'Command', width: '22%', cell: commandWords },
  { key: 'status', header: 'Status', width: '18%', cell: (row) => <VerdictMark reported={row} /> },
  {
    key: 'trigger',
    header: 'Trigger time',
    width: '20%',
    cell: (row) => <DateTimeText instant={row.triggerTime} />,
  },
  {
    key: 'error',
    header: 'Error',
    wraps: true,
    cell: (row) => {
      const words = errorWords(row);
      return words === null ? MISSING : <span title={words}>{words}</span>;
    },
  },
];

/** The newest Commands by trigger time; those without one come last. */
function newestCommands(commands: readonly Command[], count: number): Command[] {
  const at = (command: Command): number => instantMs(command.triggerTime) ?? 0;
  return commands.toSorted((a, b) => at(b) - at(a)).slice(0, count);
}

/** Whether the Service has more Commands of the period than the page that was read. */
function hasMore(page: Page<Command> | undefined): boolean {
  const token = page?.meta?.continuationToken ?? null;
  return token !== null && token !== '';
}

/** The latest Commands of an Entity, from this console or not. */
export function RecentCommands({ entityId }: { entityId: string }) {
  const commands = useQuery(recentCommandsQuery(entityId));
  const rows = newestCommands(commands.data?.data ?? [], SHOWN);
  return (
    <Section
      title="Recent Commands"
      aside={
        commands.data !== undefined && (
          <AsOf
            asOf={isoInstant(commands.dataUpdatedAt)}
            error={commands.error}
            refreshing={commands.isFetching}
            onRefresh={() => void commands.refetch()}
            what="the Commands"
          />
        )
      }
    >
      {commands.data === undefined && commands.error === null && (
        <RowsSkeleton rows={3} what="the Commands" />
      )}
      {commands.data === undefined && commands.error !== null && (
        <ErrorPanel
          what="The Commands could not be read"
          error={commands.error}
          onRetry={() => void commands.refetch()}
          retrying={commands.isFetching}
        />
      )}
      {commands.data !== undefined && rows.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          No Commands in the last {RECENT_COMMAND_DAYS} days.
        </Typography>
      )}
      {hasMore(commands.data) && (
        <Typography variant="body2" color="textSecondary">
          There are more Commands in this period than were read; newer ones may be missing here.
        </Typography>
      )}
      {rows.length > 0 && (
        <DataTable
          label="Recent Commands"
          columns={COLUMNS}
          rows={rows}
          rowKey={(row) => row.id}
          renderNarrow={(row) => ({
            first: commandWords(row),
            second: errorWords(row) ?? <DateTimeText instant={row.triggerTime} />,
            end: <VerdictMark reported={row} />,
          })}
        />
      )}
    </Section>
  );
}
