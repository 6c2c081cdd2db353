import type { ReactNode } from 'react';
import { ReadBlock, type PendingRead } from '../../../components/read-block.tsx';

/** Height in px of a chart with title, text and figures, so that the content below does not jump. */
const CHART_HEIGHT = 334;

interface DrawnProps {
  query: PendingRead & { data: unknown };
  what: string;
  children: ReactNode;
}

/** A chart, or its loading or error state. */
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
