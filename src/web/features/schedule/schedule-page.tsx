import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { PlannedItem } from '../../../contract/console/schedule.ts';
import { usePermission } from '../../api/session.ts';
import { CancelPlanned } from './cancel-planned.tsx';
import { scheduleOf } from './schedule-queries.ts';
import type { ScheduleSearch } from './schedule-search.ts';
import { ScheduleView } from './schedule-view.tsx';

interface SchedulePageProps {
  search: ScheduleSearch;
  onSearch: (change: Partial<ScheduleSearch>) => void;
  onOpenBatch: (dispatchId: string) => void;
  /** What other systems planned. */
  others: ReactNode;
}

/** All future Commands known to this console. */
export function SchedulePage({ search, onSearch, onOpenBatch, others }: SchedulePageProps) {
  const schedule = useQuery(scheduleOf());
  const cancel = usePermission('cancel-command');
  const [canceling, setCanceling] = useState<PlannedItem | null>(null);
  return (
    <>
      <ScheduleView
        data={schedule.data}
        error={schedule.error}
        fetching={schedule.isFetching}
        onRefresh={() => void schedule.refetch()}
        search={search}
        onSearch={onSearch}
        onCancel={setCanceling}
        cancelDenial={cancel.reason}
      />
      {/* Shown once the content above is, so that it does not move. */}
      {!schedule.isPending && others}
      {canceling !== null && (
        <CancelPlanned
          items={canceledWith(canceling, schedule.data?.items ?? [])}
          onClose={() => setCanceling(null)}
          onStarted={onOpenBatch}
        />
      )}
    </>
  );
}

/** The items that one cancellation includes, since a request cannot specify a value. */
function canceledWith(
  item: PlannedItem,
  all: readonly PlannedItem[],
): [PlannedItem, ...PlannedItem[]] {
  const others = all.filter(
    (other) =>
      other.dispatchId === item.dispatchId &&
      other.type === item.type &&
      other.triggerTime === item.triggerTime &&
      other.value !== item.value,
  );
  return [item, ...others];
}
