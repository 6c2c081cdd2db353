import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { kwhPerUnit } from '../../../domain/reports/report-session.ts';
import {
  DEFAULT_THRESHOLDS,
  findingsOfEntity,
  isDoubtful,
} from '../../../domain/session-findings.ts';
import { query } from '../../api/query.ts';
import { useCapacityUnit } from '../../api/session.ts';
import { useCapacity } from './use-known.ts';

/**
 * What stands out in the sessions of an Entity, checked against its type and its known capacity.
 * @param nowMs later times are in the future, in milliseconds since the epoch
 * @returns findings by session, and the ids of those whose energy is in doubt
 */
export function useFindings(entityId: string, sessions: readonly ChargeSession[], nowMs: number) {
  const scale = kwhPerUnit(useCapacityUnit());
  const { data: record } = useQuery(query(DIRECTORY_ROUTES.entity, { params: { id: entityId } }));
  const type = record?.entity.type ?? null;
  const capacity = useCapacity(entityId).value?.batteryCapacity ?? null;
  const capacityKwh =
    scale !== null && capacity !== null && capacity > 0
      ? (capacity * Number(scale.times)) / Number(scale.by)
      : null;
  return useMemo(() => {
    const known = { type, capacityKwh, nowMs, thresholds: DEFAULT_THRESHOLDS };
    const exceptions = findingsOfEntity(sessions, known);
    const doubtful = new Set(
      [...exceptions].flatMap(([id, found]) => (isDoubtful(found) ? [id] : [])),
    );
    return { exceptions, doubtful };
  }, [sessions, type, capacityKwh, nowMs]);
}
