import AddIcon from '@mui/icons-material/Add';
import DownloadIcon from '@mui/icons-material/Download';
import RefreshIcon from '@mui/icons-material/Refresh';
import SearchIcon from '@mui/icons-material/Search';
import UploadFileIcon from '@mui/icons-material/UploadFile';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { DirectoryImport } from '../../../contract/console/directory-import.ts';
import type { DirectoryKind } from '../../../contract/console/directory-changes.ts';
import { DIRECTORY_CHANGE_ROUTES } from '../../../contract/console/directory-change-routes.ts';
import { CONFLICT_ROUTES } from '../../../contract/console/directory-conflicts.ts';
import { formatCount } from '../../../domain/format.ts';
import { call } from '../../api/client.ts';
import { errorText } from '../../api/errors.ts';
import { mutationOf, query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { downloadText } from '../../components/download.ts';
import { askToFind } from '../../components/find-event.ts';
import { Live } from '../../components/live.tsx';
import { MoreMenu } from '../../components/more-menu.tsx';
import { ConflictsDialog } from './conflicts-dialog.tsx';
import { readCollectiveFacts, readEntityFacts } from './directory-queries.ts';
import { useZone } from '../../theme/preferences.ts';

// Forms are not part of the lists' first load; an import has several steps and file formats besides.
const AddDialog = lazy(async () => {
  const { AddDialog: loaded } = await import('./add-dialog.tsx');
  return { default: loaded };
});
const ImportDialog = lazy(async () => {
  const { ImportDialog: loaded } = await import('./import-dialog.tsx');
  return { default: loaded };
});

type Open = 'add' | 'import' | 'conflicts' | null;
type Format = 'json' | 'csv';

async function download(
  directory: DirectoryImport,
  kind: DirectoryKind,
  format: Format,
  zone: string,
): Promise<string> {
  const day = new Date().toISOString().slice(0, 10);
  if (format === 'json') {
    const name = `directory-${day}.json`;
    downloadText(name, JSON.stringify(directory, null, 2), 'application/json');
    return name;
  }
  const { directoryCsv } = await import('./directory-csv.ts');
  const facts = {
    entities: kind === 'entity' ? await readEntityFacts() : new Map(),
    collectives: kind === 'collective' ? await readCollectiveFacts(zone) : new Map(),
  };
  const name = `${kind === 'entity' ? 'entities' : 'collectives'}-${day}.csv`;
  downloadText(name, directoryCsv(directory, kind, facts), 'text/csv');
  return name;
}

export interface DirectoryActionsProps {
  kind: DirectoryKind;
  /** Reads the Entities of the list again; absent: not permitted, or nothing to read. */
  onRefresh?: (() => void) | undefined;
  /** The secondary action of the list. */
  children?: ReactNode;
}

/** Actions on the whole directory: one to add a record, the others in a menu. */
export function DirectoryActions({ kind, onRefresh, children }: DirectoryActionsProps) {
  const [open, setOpen] = useState<Open>(null);
  const zone = useZone();
  const permission = usePermission('manage-directory');
  const conflicts = useQuery(query(CONFLICT_ROUTES.directoryConflicts));
  const load = useMutation(
    mutationOf(async (format: Format) =>
      download(await call(DIRECTORY_CHANGE_ROUTES.exportDirectory), kind, format, zone),
    ),
  );
  const waiting = conflicts.data?.total ?? 0;
  const close = () => setOpen(null);
  return (
    <>
      {waiting > 0 && (
        <Button color="warning" onClick={() => setOpen('conflicts')}>
          {formatCount(waiting, 'conflict', 'conflicts')} to resolve
        </Button>
      )}
      {children}
      {permission.allowed && (
        <Button variant="contained" startIcon={<AddIcon />} onClick={() => setOpen('add')}>
          {kind === 'entity' ? 'Add an Entity' : 'Add a Collective'}
        </Button>
      )}
      <MoreMenu>
        {onRefresh !== undefined && (
          <Button
            color="inherit"
            data-closes=""
            startIcon={<RefreshIcon />}
            onClick={() => onRefresh()}
          >
            Refresh now
          </Button>
        )}
        {permission.allowed && (
          <Button
            color="inherit"
            data-closes=""
            startIcon={<UploadFileIcon />}
            onClick={() => setOpen('import')}
          >
            Import
          </Button>
        )}
        <Button
          color="inherit"
          data-closes=""
          startIcon={<DownloadIcon />}
          onClick={() => load.mutate('csv')}
        >
          {kind === 'entity' ? 'Export Entities as CSV' : 'Export Collectives as CSV'}
        </Button>
        <Button
          color="inherit"
          data-closes=""
          startIcon={<DownloadIcon />}
          onClick={() => load.mutate('json')}
        >
          Export the whole directory as JSON
        </Button>
        <Button
          color="inherit"
          data-closes=""
          startIcon={<SearchIcon />}
          onClick={askToFind}
          aria-keyshortcuts="Control+K Meta+K"
        >
          Find anything (Ctrl K)
        </Button>
      </MoreMenu>
      <Live sx={{ fontSize: '0.8125rem', '&:empty': { ml: -1 } }}>
        {load.isPending && 'Reading the directory'}
        {load.isSuccess && `Saved as ${load.data}`}
        {load.isError && `Not exported: ${errorText(load.error).title}`}
      </Live>
      {open === 'add' && (
        <Suspense fallback={null}>
          <AddDialog kind={kind} onClose={close} />
        </Suspense>
      )}
      {open === 'import' && (
        <Suspense fallback={null}>
          <ImportDialog kind={kind} onClose={close} />
        </Suspense>
      )}
      {open === 'conflicts' && <ConflictsDialog onClose={close} />}
    </>
  );
}
