import { ChargeSession } from '../../../contract/charge-session.ts';
import { Member } from '../../../contract/collective.ts';
import { Command } from '../../../contract/command.ts';
import type { ReadResource } from '../../../contract/console/choices.ts';
import { ENDPOINTS, type EndpointShape } from '../../../contract/endpoints.ts';
import { EntityType } from '../../../contract/entity-type.ts';
import { Feature } from '../../../contract/feature.ts';
import { Location } from '../../../contract/location.ts';
import { OffboardingRequest } from '../../../contract/offboarding-request.ts';
import { z } from '../../../contract/zod.ts';
import { HISTORY_FROM_MS, SESSIONS_BACK_MS } from '../../../domain/fleet-policy.ts';
import { DAY_MS, isoInstant } from '../../../domain/instant.ts';
import { SESSIONS_AHEAD_MS } from '../../../domain/session-range.ts';
import type { CallInput } from '../../../bff/upstream/client.ts';
import { readAnswer } from '../../read-answer.ts';
import type { LeftOutItems } from '../../../domain/left-out-items.ts';
import { UpstreamFault } from '../../../http/fault.ts';
import type { FleetReadRow } from '../../../store/schema/fleet-schema.ts';
import type { KnownSessions } from './known-sessions.ts';
import { mostRows, readItems, readPages, type PageSizes, type Send } from './read-pages.ts';
import type { ReadSpan, Told } from './told-rows.ts';

/** Time between two wide reads of sessions. */
const WEEK_MS = 7 * DAY_MS;
/** Commands are read back from the last read, or from now the first time. */
const COMMANDS_BACK_MS = { first: 35 * DAY_MS, again: 2 * DAY_MS } as const;
/** Planned Commands are read up to this far ahead. */
const COMMANDS_AHEAD_MS = 400 * DAY_MS;
/** It is not documented whether a time frame means the start of a session, its end or its creation. */
const OVERLAP_MS = 7 * DAY_MS;

/** Input of a read. */
interface ReadInput {
  /** Id of the Entity or the Collective; empty for deployment resources. */
  id: string;
  record: Pick<FleetReadRow, 'read_at' | 'wide_at' | 'asked_from'>;
  /** For the history; null: nothing is known yet. */
  known: KnownSessions | null;
  /** Milliseconds since the epoch. */
  now: number;
  send: Send;
  sizes: PageSizes;
  /** Takes the items of lists that cannot be used; the result has the others. */
  leftOut: LeftOutItems;
}

type Read = (input: ReadInput) => Promise<Told>;

/** The id of the owner, as the endpoint names it. */
function paramsOf({ id }: ReadInput, { path }: EndpointShape): CallInput['params'] {
  if (path.includes('{entityId}')) return { entityId: id };
  return path.includes('{collectiveId}') ? { collectiveId: id } : {};
}

/** Asks once. */
const ask = (input: ReadInput, endpoint: EndpointShape) =>
  input.send(endpoint, { params: paramsOf(input, endpoint), query: {} });

/** Reads a list to its end. @param span only what is of this span */
function list<Row extends { id: string }>(
  input: ReadInput,
  endpoint: EndpointShape,
  schema: z.ZodType<Row>,
  span?: ReadSpan,
) {
  const query =
    span === undefined ? {} : { start: isoInstant(span.from), end: isoInstant(span.to) };
  const asked = { params: paramsOf(input, endpoint), query };
  return readPages(input.send, endpoint, schema, asked, input.sizes, input.leftOut);
}

/** A type that can be onboarded has no id; its name identifies it. */
const TypeRow = EntityType.transform((row) => ({ ...row, id: row.type }));

const readSessions = (input: ReadInput, span: ReadSpan) =>
  list(input, ENDPOINTS.listChargeSessions, ChargeSession, span);

/** Sessions that are recent: a week back each day, five weeks back each week. */
const recentSessions: Read = async (input) => {
  const { record, now } = input;
  const { read_at: readAt, wide_at: wideAt } = record;
  const isWide = readAt === null || wideAt === null || now - wideAt >= WEEK_MS;
  const back = readAt === null ? SESSIONS_BACK_MS.first : SESSIONS_BACK_MS.daily;
  const from = isWide
    ? Math.min(now - SESSIONS_BACK_MS.weekly, (readAt ?? now) - SESSIONS_BACK_MS.daily)
    : readAt - back;
  const span = { from, to: now + SESSIONS_AHEAD_MS };
  return { resource: 'sessions', rows: await readSessions(input, span), span, isWide };
};

/**
 * Older sessions: first 13 months back, then everything, but never more at once than a list may have. For a report,
 * they are read up to now.
 */
const olderSessions: Read = async (input) => {
  const { known, now, record, sizes } = input;
  const to = known?.from ?? now;
  const first = now - SESSIONS_BACK_MS.history;
  const wanted = to > first ? first : HISTORY_FROM_MS;
  const most = known === null || known.density === 0 ? Infinity : mostRows(sizes) / known.density;
  const span =
    record.asked_from === null
      ? { from: Math.floor(Math.max(wanted, to - Math.max(most, WEEK_MS))), to: to + OVERLAP_MS }
      : { from: Math.max(record.asked_from, HISTORY_FROM_MS), to: now + SESSIONS_AHEAD_MS };
  return { resource: 'history', rows: await readSessions(input, span), span, isWide: false };
};

/** How each resource is read. */
export const READS: Readonly<Record<ReadResource, Read>> = {
  async locations(input) {
    const rows = await list(input, ENDPOINTS.listLocations, Location);
    return { resource: 'locations', locations: rows.map(({ row }) => row) };
  },
  async commands(input) {
    const { record, now } = input;
    const last = record.read_at;
    const from = last === null ? now - COMMANDS_BACK_MS.first : last - COMMANDS_BACK_MS.again;
    const span = { from, to: now + COMMANDS_AHEAD_MS };
    return { resource: 'commands', rows: await list(input, ENDPOINTS.listCommands, Command, span) };
  },
  async features(input) {
    const answer = await ask(input, ENDPOINTS.listFeatures);
    const items = readAnswer(z.array(z.unknown()), answer);
    const rows = readItems(Feature, items, '', answer, input.leftOut);
    return { resource: 'features', content: rows.map(({ told }) => told) };
  },
  async capacity(input) {
    try {
      const answer = await ask(input, ENDPOINTS.getBatteryCapacity);
      readAnswer(ENDPOINTS.getBatteryCapacity.answer, answer);
      return { resource: 'capacity', content: readAnswer(z.unknown(), answer) };
    } catch (error) {
      // Without a configured capacity a deployment may answer 404, but also if it refuses the Entity.
      const isNone = error instanceof UpstreamFault && error.status === 404;
      if (!isNone) throw error;
      await ask(input, ENDPOINTS.listFeatures);
      return { resource: 'capacity', content: { batteryCapacity: null } };
    }
  },
  sessions: recentSessions,
  history: olderSessions,
  async members(input) {
    const rows = await list(input, ENDPOINTS.listMembers, Member);
    return { resource: 'members', content: rows.map(({ told }) => told) };
  },
  async offboarding(input) {
    const rows = await list(input, ENDPOINTS.listOffboardingRequests, OffboardingRequest);
    return { resource: 'offboarding', rows };
  },
  async types(input) {
    const rows = await list(input, ENDPOINTS.listEntityTypes, TypeRow);
    return { resource: 'types', content: rows.map(({ told }) => told) };
  },
};
