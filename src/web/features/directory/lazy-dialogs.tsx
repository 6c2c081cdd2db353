import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense } from 'react';
import type { AddDialogProps } from './add-dialog.tsx';
import type { DirectoryActionsProps } from './directory-actions.tsx';
import type { ImportDialogProps } from './import-dialog.tsx';
import type { RecordDrawerProps } from './record-drawer.tsx';

const Actions = lazy(async () => ({
  default: (await import('./directory-actions.tsx')).DirectoryActions,
}));
const Drawer = lazy(async () => ({ default: (await import('./record-drawer.tsx')).RecordDrawer }));
const Add = lazy(async () => ({ default: (await import('./add-dialog.tsx')).AddDialog }));
const Import = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));
const Conflicts = lazy(async () => ({
  default: (await import('./conflicts-dialog.tsx')).ConflictsDialog,
}));

/** The actions on the directory; the list does not wait for their code. */
export function LazyDirectoryActions(props: DirectoryActionsProps) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" width={210} height={36} />}>
      <Actions {...props} />
    </Suspense>
  );
}

/** The record dialog; its code is loaded when it is first opened. */
export function LazyRecordDrawer(props: RecordDrawerProps) {
  return (
    <Suspense fallback={null}>
      <Drawer {...props} />
    </Suspense>
  );
}

/** The add dialog; its code is loaded when it is first opened. */
export function LazyAddDialog(props: AddDialogProps) {
  return (
    <Suspense fallback={null}>
      <Add {...props} />
    </Suspense>
  );
}

/** The import dialog; its code is loaded when it is first opened. */
export function LazyImportDialog(props: ImportDialogProps) {
  return (
    <Suspense fallback={null}>
      <Import {...props} />
    </Suspense>
  );
}

/** The dialog of conflicts; its code is loaded when it is first opened. */
export function LazyConflictsDialog(props: { onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <Conflicts {...props} />
    </Suspense>
  );
}
