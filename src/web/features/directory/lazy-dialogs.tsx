import { lazy, Suspense } from 'react';
import type { AddDialogProps } from './add-dialog.tsx';
import type { ImportDialogProps } from './import-dialog.tsx';
import type { RecordDrawerProps } from './record-drawer.tsx';

const Drawer = lazy(async () => ({ default: (await import('./record-drawer.tsx')).RecordDrawer }));
const Add = lazy(async () => ({ default: (await import('./add-dialog.tsx')).AddDialog }));
const Import = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));
const Conflicts = lazy(async () => ({
  default: (await import('./conflicts-dialog.tsx')).ConflictsDialog,
}));

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
