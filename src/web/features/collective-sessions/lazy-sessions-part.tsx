import { lazy, Suspense } from 'react';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import type { SessionsPartProps } from './sessions-part.tsx';

const SessionsPart = lazy(async () => {
  const { SessionsPart: loaded } = await import('./sessions-part.tsx');
  return { default: loaded };
});

/** The same, loaded when its tab opens. */
export function LazySessionsPart(props: SessionsPartProps) {
  return (
    <Suspense fallback={<BlockSkeleton height={240} what="the charge sessions" />}>
      <SessionsPart {...props} />
    </Suspense>
  );
}
