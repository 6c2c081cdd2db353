import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense } from 'react';
import type { DirectoryActionsProps } from './directory-actions.tsx';

const Actions = lazy(async () => ({
  default: (await import('./directory-actions.tsx')).DirectoryActions,
}));

/** The actions on the directory; the list is shown before their code is loaded. */
export function LazyDirectoryActions(props: DirectoryActionsProps) {
  return (
    <Suspense
      fallback={
        <>
          {props.children}
          <Skeleton variant="rounded" width={36} height={32} />
        </>
      }
    >
      <Actions {...props} />
    </Suspense>
  );
}
