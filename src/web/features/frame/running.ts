import { useQuery } from '@tanstack/react-query';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { batchOutcomeLabel, refusalLabel } from '../../../domain/batch-outcome.ts';
import { isRunning } from '../../../domain/batch-running.ts';
import { requestLabel } from '../../../domain/command-rules.ts';
import { isManyFailed } from '../../../domain/many-failed.ts';
import { isOpenOutcome, unknownOutcomeText } from '../../../domain/unknown-outcome.ts';
import { collectiveLabel } from '../../../domain/format.ts';
import { sentence } from '../../../lib/sentence.ts';
import { runningQuery } from '../../api/batches.ts';
import { useNow } from '../../components/use-now.ts';

/** The batches that are changing now, newest first. */
export function useRunning(): readonly BatchSummary[] {
  const { data } = useQuery(runningQuery);
  const now = useNow();
  return data?.batches.filter((batch) => isRunning(batch, now)) ?? [];
}

/** "Stop charging on Depot". */
export function batchLabel(batch: BatchSummary): string {
  return `${requestLabel(batch.items)} on ${collectiveLabel(batch)}`;
}

/**
 * How a batch ended: "Done: Stop charging on Depot", and the outcome of its Commands.
 * @param zone IANA name of the zone of its times
 */
export function endMessage(batch: BatchSummary, zone: string): { title: string; detail: string } {
  const label = batchLabel(batch);
  if (batch.outcome === 'refused') {
    return { title: `Refused: ${label}`, detail: sentence(refusalLabel(batch)) };
  }
  const counts = batchOutcomeLabel(batch);
  const detail = [unknownOutcomeText(batch, zone), counts].filter(Boolean).join(' · ');
  if (batch.lateFindAt !== null) {
    return { title: `Found late: ${label}`, detail };
  }
  if (batch.outcome === 'unknown') {
    const title = isOpenOutcome(batch) ? 'Outcome unknown' : 'Answer lost';
    return { title: `${title}: ${label}`, detail };
  }
  return { title: `Done: ${label}`, detail: counts };
}

/** Whether the end of a batch needs no attention: no doubt, no refusal, no late find, few failures. */
export function endedWell(batch: BatchSummary): boolean {
  const { outcome, unaccounted, lateFindAt, resolution } = batch;
  const isPlain = outcome === 'accepted' && unaccounted === 0;
  return isPlain && lateFindAt === null && resolution === null && !isManyFailed(batch);
}
