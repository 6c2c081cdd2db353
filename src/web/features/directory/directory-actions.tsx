import AddIcon from '@mui/icons-material/Add';
import DownloadIcon from '@mui/icons-material/Download';
import RefreshIcon from '@mui/icons-material/Refresh';
import UploadFileIcon from '@mui/icons-material/UploadFile';
import Button, { type ButtonProps } from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { DirectoryKind } from '../../../contract/console/directory-changes.ts';
import type { EntityFilter } from '../../../contract/console/directory-list.ts';
import { formatCount } from '../../../domain/format.ts';
import { errorText } from '../../api/errors.ts';
import { mutationOf } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { later } from '../../components/later.tsx';
import { Live } from '../../components/live.tsx';
import { MoreMenu } from '../../components/pop-panel.tsx';
import { useZone } from '../../theme/preferences.ts';
import { refreshFiltered } from '../fleet/refresh-reads.ts';

const AddDialog = later(async () => (await import('./add-dialog.tsx')).AddDialog);
const ImportDialog = later(async () => (await import('./import-dialog.tsx')).ImportDialog);

interface DirectoryActionsProps {
  kind: DirectoryKind;
  /** The filter of the list, whose Entities can be read now; absent: none is on, or not permitted. */
  filter?: EntityFilter | undefined;
  /** The secondary action of the list. */
  children?: ReactNode;
}

/** Actions on the whole directory: one to add a record, the others in a menu. */
export function DirectoryActions({ kind, filter, children }: DirectoryActionsProps) {
  const [open, setOpen] = useState<'add' | 'import' | null>(null);
  const zone = useZone();
  const { allowed } = usePermission('manage-directory');
  const save = useMutation(
    mutationOf(async () => {
      const { saveDirectory } = await import('./save-directory.ts');
      return saveDirectory(kind, zone);
    }),
  );
  const refresh = useMutation(refreshFiltered);
  const noun = kind === 'entity' ? 'Entities' : 'Collectives';
  const close = () => setOpen(null);
  return (
    <>
      {children}
      {allowed && (
        <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setOpen('add')}>
          {kind === 'entity' ? 'Add an Entity' : 'Add a Collective'}
        </Button>
      )}
      <MoreMenu>
        {filter !== undefined && (
          <Item startIcon={<RefreshIcon />} onClick={() => refresh.mutate(filter)}>
            Refresh these now
          </Item>
        )}
        {allowed && (
          <Item startIcon={<UploadFileIcon />} onClick={() => setOpen('import')}>
            Import
          </Item>
        )}
        <Item startIcon={<DownloadIcon />} onClick={() => save.mutate(undefined)}>
          Export {noun} as CSV
        </Item>
      </MoreMenu>
      <Live sx={{ fontSize: '0.8125rem', '&:empty': { ml: -1 } }}>
        {refresh.isSuccess && requestedLabel(refresh.data)}
        {refresh.isError && `Not refreshed: ${errorText(refresh.error).title}`}
        {save.isPending && 'Reading the directory'}
        {save.isSuccess && `Saved as ${save.data}`}
        {save.isError && `Not exported: ${errorText(save.error).title}`}
      </Live>
      {open === 'add' && <AddDialog kind={kind} onClose={close} />}
      {open === 'import' && <ImportDialog kind={kind} onClose={close} />}
    </>
  );
}

function requestedLabel(entities: number | null): string {
  return entities === null
    ? 'Too many Entities for one refresh: narrow the list.'
    : `Requested: ${formatCount(entities, 'Entity', 'Entities')}.`;
}

/** An item of the menu, which closes it. */
function Item(props: ButtonProps) {
  return <Button color="inherit" data-closes="" {...props} />;
}
