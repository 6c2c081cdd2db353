import type { ReportFindingCounts } from '../../../contract/console/report-result.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatDuration,
  formatExact,
  formatNumber,
} from '../../../domain/format.ts';
import { dateIn } from '../../../domain/time.ts';

/** "1 Feb 2026 to 28 Feb 2026", or one date. */
export function periodLabel({ from, to }: Pick<ReportRun, 'from' | 'to'>): string {
  return from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`;
}

/** The progress of a run, in a sentence. */
export function progressMessage({
  state,
  progress,
}: Pick<ReportRun, 'state' | 'progress'>): string {
  const { total, done, failed, waiting } = progress.entities;
  const gone = offboardedText(progress);
  const of = `${formatNumber(done)} of ${formatCount(total, 'Entity', 'Entities')} read${gone}`;
  switch (state) {
    case 'running':
      return `Running: ${of}${failed > 0 ? `, ${formatNumber(failed)} could not be read` : ''}.`;
    case 'partial':
      return `${of}, ${formatNumber(failed)} could not be read.`;
    case 'stopped':
      return `Stopped: ${of}; ${formatNumber(waiting)} not read yet.`;
    case 'complete':
      return `${allReadMessage({ progress })}.`;
  }
}

/** What a complete run has read. */
export function allReadMessage({ progress }: Pick<ReportRun, 'progress'>): string {
  const { total } = progress.entities;
  return total === 1
    ? `The Entity was read${offboardedText(progress)}`
    : `All ${formatCount(total, 'Entity', 'Entities')} read${offboardedText(progress)}`;
}

/** ", 1 offboarded" after the Entities read; empty if none. */
function offboardedText({ entities, offboarded }: ReportRun['progress']): string {
  if (offboarded === 0) return '';
  return entities.total === 1 ? ', then offboarded' : `, ${formatNumber(offboarded)} offboarded`;
}

/** The time left of a run; null: not known. */
export function remainingMessage({ remainingMs }: ReportRun['progress']): string | null {
  return remainingMs === null ? null : `About ${formatDuration(Math.max(1000, remainingMs))} more.`;
}

/** Why the figures of a run are partial; null: they are complete. */
export function partialMessage(run: Pick<ReportRun, 'state' | 'progress'>): string | null {
  const text = partialText(run);
  const { offboarded } = run.progress;
  if (text === null || offboarded === 0) return text;
  const are = formatCount(offboarded, 'Entity is', 'Entities are');
  return `${text} ${are} offboarded: what was known counts, and nothing newer can be read.`;
}

function partialText(run: Pick<ReportRun, 'state' | 'progress'>): string | null {
  const { total, done, failed, waiting } = run.progress.entities;
  const notRead = formatCount(failed, 'Entity', 'Entities');
  switch (run.state) {
    case 'running':
      return `Partial: ${formatNumber(done)} of ${formatCount(total, 'Entity', 'Entities')} read so far. These figures grow until the run is complete.`;
    case 'stopped':
      return `Partial: the run was stopped with ${formatCount(waiting, 'Entity', 'Entities')} not read${failed > 0 ? ` and ${notRead} that could not be read` : ''}. These figures do not include them.`;
    case 'partial':
      return `Partial: ${notRead} could not be read. Some of ${failed === 1 ? 'its' : 'their'} sessions are missing in these figures.`;
    case 'complete':
      return null;
  }
}

/** The report's time zone may differ from the reader's. */
const zonedTime = (instant: string, zone: string) => `${formatDateTime(instant, zone)} (${zone})`;

/** From when figures may still grow; null: nothing is provisional. */
export function provisionalMessage(
  { provisionalFrom }: Pick<ReportRun, 'provisionalFrom'>,
  zone: string,
): string | null {
  return provisionalFrom === null
    ? null
    : `Provisional: sessions are computed once a day, so figures from ${zonedTime(provisionalFrom, zone)} on may still grow.`;
}

/** The data behind the figures; null: an older run, or nothing yet. */
export function asOfMessage({ definition, progress }: Pick<ReportRun, 'definition' | 'progress'>) {
  const { oldestReadAt } = progress;
  return oldestReadAt === null
    ? null
    : `Figures as of ${zonedTime(oldestReadAt, definition.zone)} or later`;
}

/** Whether a run is finished and can still be sealed. */
export function canBeSealed({ state, hash }: Pick<ReportRun, 'state' | 'hash'>): boolean {
  return hash === null && state !== 'running' && state !== 'stopped';
}

/** Who sealed a run and when, if known; null: it is not sealed. */
export function sealMessage({
  hash,
  sealed,
  definition,
}: Pick<ReportRun, 'hash' | 'sealed' | 'definition'>): string | null {
  if (hash === null) return null;
  return sealed === null
    ? 'Sealed; by which operator, and when, is not recorded'
    : `Sealed by ${sealed.by} on ${formatExact(sealed.at, definition.zone)}`;
}

/** Entities whose older sessions are missing; null: none. */
export function lateMessage({ definition, progress }: Pick<ReportRun, 'definition' | 'progress'>) {
  const { knownLate } = progress;
  if (knownLate === null) return null;
  const from = formatDate(dateIn(definition.zone, Date.parse(knownLate.from)));
  return `Sessions of ${formatCount(knownLate.entities, 'Entity', 'Entities')} are known only from ${from}.`;
}

/** The source of a run's sessions. */
export function sourceMessage({ progress }: Pick<ReportRun, 'progress'>): string {
  const { sessions, asked, oldestReadAt, entities } = progress;
  const count = formatCount(sessions, 'session', 'sessions');
  if (asked > 0 && oldestReadAt === null) return `${count}; ${readsLabel(asked)} requested.`;
  if (asked === 0 && entities.waiting > 0) return `${count} so far.`;
  return asked === 0
    ? `${count}, all known to the console already.`
    : `${count}. What the console did not know was requested: ${readsLabel(asked)}.`;
}

const readsLabel = (count: number) => formatCount(count, 'read', 'reads');

/** The tariff with its version and currency. */
export function tariffLabel({ tariff }: Pick<ReportRun, 'tariff'>): string {
  if (tariff === null) return 'No tariff, so no cost';
  const { name, currency } = tariff.content;
  return `Tariff ${name}, version ${tariff.version}, ${currency}`;
}

/** How many sessions of a report have an energy in doubt, before it is sealed. */
export function doubtfulMessage(read: {
  data?: Pick<ReportFindingCounts, 'doubtful'> | undefined;
  error: Error | null;
}): string {
  if (read.data === undefined) return read.error === null ? 'counting…' : 'could not be counted';
  const sessions = read.data.doubtful.reduce((sum, one) => sum + one.sessions, 0);
  return sessions === 0
    ? 'no session'
    : `${formatCount(sessions, 'session', 'sessions')}, in the totals as the Service reported them`;
}
