import type { ReactNode } from 'react';
import { ReadBlock, type PendingRead } from '../../../components/read-block.tsx';

/** A chart with its title, its text and its figures in px: what is below must not jump. */
const CHART_HEIGHT = 334;

interface DrawnProps {
  query: PendingRead & { data: unknown };
  what: string;
  children: ReactNode;
}

/** A chart; while it is read or if that failed, that. */
export function Drawn({ query, what, children }: DrawnProps) {
  const failed = query.error !== null && query.error !== undefined;
  const isRead = query.data !== undefined;
  return (
    <div>
      {(failed || !isRead) && <ReadBlock read={query} what={what} height={CHART_HEIGHT} />}
      {isRead && children}
    </div>
  );
}
