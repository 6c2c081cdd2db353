import BoltIcon from '@mui/icons-material/Bolt';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import type { EntityListRow } from '../../../contract/console/directory-list.ts';
import { shortId } from '../../../domain/format.ts';
import type { Column } from '../../components/data-table/column.ts';
import { LinkButton } from '../../components/link-button.tsx';
import { MoreMenu } from '../../components/pop-panel.tsx';

type EntityColumn = Column<EntityListRow>;

const nameOf = ({ id, name }: EntityListRow) => name ?? shortId(id);

/** The column of names with a box to tick each; on a phone there is no room for one. */
export function withTicks(
  column: EntityColumn,
  chosen: ReadonlySet<string>,
  onTick: (id: string, ticked: boolean) => void,
): EntityColumn {
  return {
    ...column,
    phoneCell: column.phoneCell ?? column.cell,
    cell: (row) => (
      <Box sx={{ display: 'flex', alignItems: 'center', minWidth: 0, ml: -0.75 }}>
        <Checkbox
          size="small"
          checked={chosen.has(row.id)}
          onChange={(_event, ticked) => onTick(row.id, ticked)}
          slotProps={{ input: { 'aria-label': nameOf(row) } }}
          sx={{ p: 0.5, mr: 0.5 }}
        />
        <Box sx={{ minWidth: 0, flex: 1 }}>{column.cell(row)}</Box>
      </Box>
    ),
  };
}

interface MenuOptions {
  mayDispatch: boolean;
  /** Has an Entity read now; absent: not permitted. */
  onRefresh: ((ids: readonly string[]) => void) | undefined;
}

/** The column with the menu of each Entity. */
export function menuColumn({ mayDispatch, onRefresh }: MenuOptions): EntityColumn {
  return {
    key: 'menu',
    header: <span className="visually-hidden">Actions</span>,
    width: '64px',
    phone: 'end',
    cell: (row) => (
      <MoreMenu plain label={`Actions on ${nameOf(row)}`}>
        <LinkButton
          to="/entities/$entityId"
          params={{ entityId: row.id }}
          color="inherit"
          data-closes=""
        >
          Open
        </LinkButton>
        {mayDispatch &&
          row.collectives.map(({ id, name }) => (
            <LinkButton
              key={id}
              to="."
              search={(old) => ({ ...old, dispatch: id })}
              resetScroll={false}
              color="inherit"
              startIcon={<BoltIcon />}
              data-closes=""
            >
              Dispatch to {name}
            </LinkButton>
          ))}
        {onRefresh !== undefined && (
          <Button color="inherit" data-closes="" onClick={() => onRefresh([row.id])}>
            Refresh
          </Button>
        )}
      </MoreMenu>
    ),
  };
}
