import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import { useForm } from 'react-hook-form';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { z } from '../../../contract/zod.ts';
import { isUnusualCapacity, readCapacity } from '../../../domain/capacity-value.ts';
import { formatQuantity, typeLabel } from '../../../domain/format.ts';
import { kwhPerUnit } from '../../../domain/reports/energy-unit.ts';
import { mutation, query } from '../../api/query.ts';
import { useCapacityUnit, usePermission } from '../../api/session.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { AsOf } from '../../components/as-of.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormText } from '../../components/form.tsx';
import { InHead } from '../../components/head-slot.tsx';
import { KnownAge, KnownRead, useChangeObstacle } from '../../components/known.tsx';
import { Live } from '../../components/live.tsx';
import { Section } from '../../components/section.tsx';
import { SendObstacle } from '../../components/send-obstacle.ts';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { Features } from './features.tsx';
import { useCapacity, useFeatures } from './entities-queries.ts';

/** The settings of an Entity: its features and its battery capacity. */
export function SettingsTab({ entityId }: { entityId: string }) {
  const features = useFeatures(entityId);
  const capacity = useCapacity(entityId);
  const reason = useChangeObstacle(usePermission('change-entity').reason);
  return (
    <>
      <InHead>
        {features.value !== undefined && capacity.value !== undefined && (
          <AsOf read={[features.shown, capacity.shown]} what="the settings" />
        )}
      </InHead>
      {reason !== null && (
        <Typography variant="body2" color="textSecondary">
          {reason} Everything here is read-only.
        </Typography>
      )}
      <Box
        sx={{
          display: 'grid',
          columnGap: 4,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          alignItems: 'start',
        }}
      >
        <Section title="Features" aside={<KnownAge known={features} />}>
          <Features entityId={entityId} known={features} denied={reason !== null} />
        </Section>
        <Section title="Battery" aside={<KnownAge known={capacity} />}>
          <KnownRead known={capacity} what="the battery capacity" height={160}>
            {({ batteryCapacity }) => (
              <Battery
                entityId={entityId}
                value={batteryCapacity}
                isFromService={capacity.stale === null}
                denied={reason !== null}
              />
            )}
          </KnownRead>
        </Section>
      </Box>
    </>
  );
}

/** A typed capacity in a unit. */
const capacityIn = (unit: string) =>
  z.object({
    capacity: z.string().transform((text, context) => {
      const { value, problem } = readCapacity(text, unit);
      if (value !== null) return value;
      context.addIssue(problem);
      return z.NEVER;
    }),
  });

interface BatteryProps {
  entityId: string;
  /** Null: not set. */
  value: number | null;
  /** Only a value from the Service can be set back. */
  isFromService: boolean;
  /** Whether this operator may not set it. */
  denied: boolean;
}

/** The battery capacity of an Entity: read, set, set back. */
function Battery({ entityId, value, isFromService, denied }: BatteryProps) {
  const unit = useCapacityUnit();
  const { service } = use(SendObstacle);
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(capacityIn(unit)),
    defaultValues: { capacity: '' },
  });
  /** The last change of this operator on this page. */
  const [last, setLast] = useState<{ before: number; set: number } | null>(null);
  /** A capacity that is asked about. */
  const [asked, setAsked] = useState<number | null>(null);
  const { data: record } = useQuery(query(DIRECTORY_ROUTES.entity, { params: { id: entityId } }));
  const scale = kwhPerUnit(unit);
  const kwhPer = scale === null ? null : Number(scale.times) / Number(scale.by);
  const change = useMutation(mutation(ENDPOINTS.setBatteryCapacity));
  const type = record?.entity.type ?? null;
  const set = (next: number) => {
    if (denied || change.isPending) return;
    const before = isFromService ? value : null;
    change.mutate(
      { params: { entityId }, body: { batteryCapacity: next } },
      {
        onSuccess: () => setLast(before === null || before === next ? null : { before, set: next }),
      },
    );
  };
  const label = (capacity: number | null) => formatQuantity(capacity, unit, decimals(capacity));
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 560 }}>
      <StatTiles>
        <StatTile
          label="Capacity"
          value={value === null ? 'Not set' : label(value)}
          note={`the interface has no unit; this console assumes ${unit}`}
        />
      </StatTiles>
      <Box
        component="form"
        noValidate
        aria-label="Set the battery capacity"
        onSubmit={(event) =>
          void handleSubmit(({ capacity }) =>
            isUnusualCapacity(capacity, value, type, kwhPer) ? setAsked(capacity) : set(capacity),
          )(event)
        }
        sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}
      >
        <FormText
          control={control}
          name="capacity"
          label={`New capacity, ${unit}`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          disabled={denied}
          helper="A number above 0, such as 68 or 13.5."
        />
        <Button
          type="submit"
          variant="contained"
          disabled={denied || change.isPending || service !== null}
        >
          {change.isPending ? 'Setting' : 'Set the capacity'}
        </Button>
        <Typography variant="caption" color="textSecondary">
          {denied ? null : service}
        </Typography>
      </Box>
      {asked !== null && (
        <ConfirmDialog
          toService
          title={`Set the capacity to ${label(asked)}?`}
          act={`Set ${label(asked)}`}
          onConfirm={() => {
            setAsked(null);
            set(asked);
          }}
          onClose={() => setAsked(null)}
        >
          <Typography>
            {value === null || value === 0
              ? `That is unusual for this type: ${typeLabel(type)}.`
              : `The capacity is ${label(value)} now.`}{' '}
            Reports and figures judge charge sessions by it.
          </Typography>
        </ConfirmDialog>
      )}
      <Live sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
        {change.isSuccess && (
          <Typography variant="body2">Set. The Service now has {label(value)}.</Typography>
        )}
        {last !== null && last.set === value && (
          <>
            <Typography variant="body2">Previously it was {label(last.before)}.</Typography>
            <Button
              variant="outlined"
              color="inherit"
              disabled={denied || change.isPending}
              onClick={() => set(last.before)}
            >
              Restore {label(last.before)}
            </Button>
          </>
        )}
      </Live>
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
    </Box>
  );
}

/** All decimals of the value, up to six. */
function decimals(value: number | null): number {
  const text = value === null ? '' : String(value);
  return Math.min(text.split('.')[1]?.length ?? 0, 6);
}
