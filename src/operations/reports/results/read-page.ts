import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { CAPTURE_CHARGE_SESSIONS } from '../../../contract/feature.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { ReportEntityRow, ReportRunRow } from '../../../store/schema/report-schema.ts';
import { readAnswer, type UpstreamClient } from '../../../bff/upstream/client.ts';
import { UpstreamFault } from '../../../bff/upstream/fault.ts';
import type { SessionPage } from '../runs/ingest.ts';

/** Requested page size; a service that refuses it is asked without a size. */
const PAGE_SIZE = 500;

type Upstream = Pick<UpstreamClient, 'call'>;

/** Reads the current page of an Entity's sessions. @throws UpstreamFault */
export async function readSessionPage(
  upstream: Upstream,
  run: Pick<ReportRunRow, 'read_from' | 'read_to'>,
  entity: Pick<ReportEntityRow, 'entity_id' | 'token'>,
  plain: boolean,
  signal: AbortSignal,
): Promise<SessionPage> {
  const answer = await upstream.call(
    ENDPOINTS.listChargeSessions,
    {
      params: { entityId: entity.entity_id },
      query: {
        start: isoInstant(run.read_from),
        end: isoInstant(run.read_to),
        ...(plain ? {} : { pageSize: PAGE_SIZE }),
        ...(entity.token === null ? {} : { continuationToken: entity.token }),
      },
    },
    signal,
  );
  const page = readAnswer(ENDPOINTS.listChargeSessions.answer, answer);
  const token = page.meta?.continuationToken ?? null;
  const nextToken = token === '' ? null : token;
  if (nextToken !== null && nextToken === entity.token) {
    throw new UpstreamFault(
      'unusable',
      'The Device Connectivity Service answered the same page again; reading was ended.',
    );
  }
  return { sessions: page.data, nextToken };
}

/** Whether charge sessions of an Entity are captured; null: the Service does not list the feature. */
export async function readCapture(
  upstream: Upstream,
  entityId: string,
  signal: AbortSignal,
): Promise<boolean | null> {
  const answer = await upstream.call(
    ENDPOINTS.listFeatures,
    { params: { entityId }, query: {} },
    signal,
  );
  const features = readAnswer(ENDPOINTS.listFeatures.answer, answer);
  return features.find(({ feature }) => feature === CAPTURE_CHARGE_SESSIONS)?.isEnabled ?? null;
}
