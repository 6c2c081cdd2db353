import { lazy, Suspense } from 'react';
import type { DispatchDialogProps } from './dispatch-dialog.tsx';

const Loaded = lazy(async () => {
  const { DispatchDialog } = await import('./dispatch-dialog.tsx');
  return { default: DispatchDialog };
});

/** The dispatch dialog; its code is loaded when it is first opened. */
export function LazyDispatchDialog(props: DispatchDialogProps) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
