import AddIcon from '@mui/icons-material/Add';
import DownloadIcon from '@mui/icons-material/Download';
import SearchIcon from '@mui/icons-material/Search';
import UploadFileIcon from '@mui/icons-material/UploadFile';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DirectoryImport } from '../../../contract/console/directory.ts';
import type { DirectoryKind } from '../../../contract/console/directory-changes.ts';
import { formatCount } from '../../../domain/format.ts';
import { conflictsQuery, exportDirectoryMutation } from '../../api/directory.ts';
import { errorText } from '../../api/errors.ts';
import { usePermission } from '../../api/session.ts';
import { downloadText } from '../../components/download.ts';
import { askToFind } from '../../components/find-event.ts';
import { Live } from '../../components/live.tsx';
import { PopPanel } from '../../components/pop-panel.tsx';
import { LazyAddDialog, LazyConflictsDialog, LazyImportDialog } from './lazy-dialogs.tsx';

type Open = 'add' | 'import' | 'conflicts' | null;
type Format = 'json' | 'csv';

async function download(
  directory: DirectoryImport,
  kind: DirectoryKind,
  format: Format,
): Promise<string> {
  const day = new Date().toISOString().slice(0, 10);
  if (format === 'json') {
    const name = `directory-${day}.json`;
    downloadText(name, JSON.stringify(directory, null, 2), 'application/json');
    return name;
  }
  const { directoryCsv } = await import('./directory-csv.ts');
  const name = `${kind === 'entity' ? 'entities' : 'collectives'}-${day}.csv`;
  downloadText(name, await directoryCsv(directory, kind), 'text/csv');
  return name;
}

/** Actions on the directory as a whole. */
export function DirectoryActions({ kind }: { kind: DirectoryKind }) {
  const [open, setOpen] = useState<Open>(null);
  const permission = usePermission('manage-directory');
  const conflicts = useQuery(conflictsQuery);
  const load = useMutation(
    exportDirectoryMutation((directory, format: Format) => download(directory, kind, format)),
  );
  const waiting = conflicts.data?.total ?? 0;
  const close = () => setOpen(null);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, alignItems: 'center' }}>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<SearchIcon />}
        onClick={askToFind}
        aria-keyshortcuts="Control+K Meta+K"
        title="Ctrl K or ⌘ K"
      >
        Find anything
      </Button>
      {waiting > 0 && (
        <Button color="warning" onClick={() => setOpen('conflicts')}>
          {formatCount(waiting, 'conflict', 'conflicts')} to resolve
        </Button>
      )}
      {permission.allowed && (
        <>
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<AddIcon />}
            onClick={() => setOpen('add')}
          >
            {kind === 'entity' ? 'Add an Entity' : 'Add a Collective'}
          </Button>
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<UploadFileIcon />}
            onClick={() => setOpen('import')}
          >
            Import
          </Button>
        </>
      )}
      <PopPanel label="Export" icon={<DownloadIcon />}>
        <Button color="inherit" data-closes="" onClick={() => load.mutate('json')}>
          The whole directory as JSON
        </Button>
        <Button color="inherit" data-closes="" onClick={() => load.mutate('csv')}>
          {kind === 'entity' ? 'Entities as CSV' : 'Collectives as CSV'}
        </Button>
      </PopPanel>
      <Live sx={{ fontSize: '0.8125rem' }}>
        {load.isPending && 'Reading the directory'}
        {load.isSuccess && `Saved as ${load.data}`}
        {load.isError && `Not exported: ${errorText(load.error).title}`}
      </Live>
      {open === 'add' && <LazyAddDialog kind={kind} onClose={close} />}
      {open === 'import' && <LazyImportDialog kind={kind} onClose={close} />}
      {open === 'conflicts' && <LazyConflictsDialog onClose={close} />}
    </Box>
  );
}
