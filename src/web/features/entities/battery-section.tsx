import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { formatQuantity } from '../../../domain/format.ts';
import { mutation, query } from '../../api/query.ts';
import { useCapacityUnit, usePermission } from '../../api/session.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { AsOf } from '../../components/as-of.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { useChangeObstacle } from '../../components/offboarded-context.ts';
import { Section } from '../../components/section.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { StoredAsOf, StoredFailure } from '../../components/stored-read.tsx';
import { CapacityForm } from './capacity-form.tsx';
import { keptChange } from './kept-capacity.ts';
import { useStored } from './use-stored.ts';

/** The battery capacity of an Entity: read, set, restore. */
export function BatterySection({ entityId }: { entityId: string }) {
  const unit = useCapacityUnit();
  const capacity = useQuery(query(ENDPOINTS.getBatteryCapacity, { params: { entityId } }));
  const reason = useChangeObstacle(usePermission('change-entity').reason);
  const [kept, setKept] = useState(() => keptChange(entityId).load());
  const change = useMutation(mutation(ENDPOINTS.setBatteryCapacity));
  const set = async (value: number): Promise<void> => {
    // Only a value from the Service can be restored.
    const before = capacity.data?.batteryCapacity ?? null;
    // Store the old value even if the tab was left.
    try {
      await change.mutateAsync({ params: { entityId }, body: { batteryCapacity: value } });
    } catch {
      return;
    }
    const next = before === null || before === value ? null : { before, set: value };
    if (next === null) keptChange(entityId).drop();
    else keptChange(entityId).save(next);
    setKept(next);
  };
  const { error } = capacity;
  const stored = useStored(entityId, 'capacity');
  const data = capacity.data ?? stored?.entity.capacity ?? undefined;
  const held = capacity.data === undefined && data !== undefined ? stored : null;
  const value = data?.batteryCapacity ?? null;
  return (
    <Section
      title="Battery"
      aside={
        held === null ? (
          data !== undefined && <AsOf read={capacity} what="the battery capacity" />
        ) : (
          <StoredAsOf stored={held.read} read={capacity} />
        )
      }
    >
      {held !== null && <StoredFailure read={capacity} what="the battery capacity" />}
      {data === undefined && error === null && (
        <BlockSkeleton height={160} what="the battery capacity" />
      )}
      {data === undefined && error !== null && (
        <ErrorPanel
          what="The battery capacity could not be read"
          error={error}
          onRetry={() => void capacity.refetch()}
          retrying={capacity.isFetching}
        />
      )}
      {data !== undefined && (
        <Box sx={{ display: 'grid', gap: 2, maxWidth: 560 }}>
          <StatTiles>
            <StatTile
              label="Capacity"
              value={value === null ? 'Not set' : formatQuantity(value, unit, decimals(value))}
              note={`the interface has no unit; this console assumes ${unit}`}
            />
          </StatTiles>
          <CapacityForm
            unit={unit}
            denied={reason !== null}
            saving={change.isPending}
            onSet={(next) => void set(next)}
          />
          <Live sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
            {change.isSuccess && (
              <Typography variant="body2">
                Set. The Service now has {formatQuantity(value, unit, decimals(value))}.
              </Typography>
            )}
            {kept !== null && kept.set === value && (
              <>
                <Typography variant="body2">
                  Previously it was {formatQuantity(kept.before, unit, decimals(kept.before))}.
                </Typography>
                <Button
                  variant="outlined"
                  color="inherit"
                  disabled={reason !== null || change.isPending}
                  onClick={() => void set(kept.before)}
                >
                  Restore {formatQuantity(kept.before, unit, decimals(kept.before))}
                </Button>
              </>
            )}
          </Live>
          {change.error !== null && (
            <ErrorPanel
              what={
                mayBeDone(change.error)
                  ? 'It is not known whether the capacity was set'
                  : 'The capacity was not set'
              }
              error={change.error}
            >
              <Typography variant="body2">
                Your input is kept. The value above is being refreshed.
              </Typography>
            </ErrorPanel>
          )}
        </Box>
      )}
    </Section>
  );
}

/** All decimals of the value, up to six. */
function decimals(value: number | null): number {
  const text = value === null ? '' : String(value);
  return Math.min(text.split('.')[1]?.length ?? 0, 6);
}
