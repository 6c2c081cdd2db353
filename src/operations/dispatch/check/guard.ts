import { createHash } from 'node:crypto';
import {
  GUARD_FINDINGS_MAX,
  GUARD_KINDS,
  GuardReport,
  type EarlierFinding,
  type GuardFinding,
  type GuardKind,
} from '../../../contract/console/guard.ts';
import { wereOverridden } from '../../../domain/approval.ts';
import {
  areOpposite,
  isCommandType,
  isSameCommand,
  takesCommand,
} from '../../../domain/command-rules.ts';
import { formatCount } from '../../../domain/format.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { Failure } from '../../../http/problems.ts';
import {
  timed,
  type Alike,
  type Asked,
  type Earlier,
  type Look,
  type Situation,
  type Timed,
} from './situation.ts';

/** A finding, and what distinguishes its situation from another one of the same batch. */
interface Found {
  finding: GuardFinding;
  mark: readonly unknown[];
}

/** Statuses of Commands that have, or may have, ended; a canceled one did nothing. */
const ENDED: ReadonlySet<string> = new Set([
  'acknowledged',
  'verified',
  'disproven',
  'failed',
  'unrequested',
]);

const sum = (commands: readonly Alike[], of: (alike: Alike) => number) =>
  commands.reduce((total, alike) => total + of(alike), 0);

function found(
  kind: EarlierFinding['kind'],
  earlier: Earlier,
  item: Timed,
  more: { count: number; open: number; horizonAt?: string },
): Found {
  const outcome =
    earlier.outcome === 'sending' || earlier.outcome === 'unknown' ? earlier.outcome : 'accepted';
  // A late find, or an outcome that has come since, makes another situation; progress does not.
  const known = sum(earlier.commands, ({ count }) => count);
  const { shared } = earlier;
  return {
    mark: [kind, earlier.id, outcome, more.horizonAt !== undefined, known],
    finding: {
      kind,
      dispatchId: earlier.id,
      operatorName: earlier.operatorName,
      createdAt: isoInstant(earlier.createdAt),
      type: item.type,
      value: item.value,
      triggerTime: earlier.kind === 'schedule' ? isoInstant(item.at) : null,
      outcome,
      ...more,
      ...(shared !== null && {
        shared: { collectiveName: earlier.collectiveName, entities: shared },
      }),
    },
  };
}

/** A batch that commanded the same within the window, and was neither canceled nor found not to have landed. */
function same(earlier: Earlier, asked: readonly Timed[], windowMs: number): Found[] {
  if (windowMs === 0 || (earlier.outcome === 'unknown' && earlier.hasNotLanded)) return [];
  const unrequested = earlier.commands.filter(({ verdict }) => verdict === 'unrequested');
  for (const item of [...earlier.items, ...unrequested]) {
    const isAlike = asked.some(
      (other) => isSameCommand(other, item) && Math.abs(other.at - item.at) <= windowMs,
    );
    if (!isAlike) continue;
    const isOfItem = ({ type, at }: Alike) => type === item.type && at === item.at;
    const commands = earlier.kind === 'now' ? earlier.commands : earlier.commands.filter(isOfItem);
    const standing = commands.filter(({ verdict }) => verdict !== 'canceled');
    if (commands.length > 0 && standing.length === 0) continue;
    const open = sum(standing, (alike) => (alike.isOpen ? alike.count : 0));
    return [found('same', earlier, item, { count: sum(standing, ({ count }) => count), open })];
  }
  return [];
}

/** A batch without a known Command although it was sent, or is being sent. */
function unresolved(earlier: Earlier, asked: readonly Timed[], now: number): Found[] {
  const { outcome, horizonAt, unaccounted, memberCount } = earlier;
  const [item] = earlier.items;
  const isUnaccounted = unaccounted > 0 && unaccounted === memberCount;
  const isUnsure = outcome === 'sending' || outcome === 'unknown' || isUnaccounted;
  if (item === undefined || !isUnsure) return [];
  const more = { count: memberCount, open: 0 };
  if (outcome === 'sending' || !earlier.isDecided) {
    return [found('unresolved', earlier, item, more)];
  }
  const isConcerned = earlier.items.some((one) =>
    asked.some(({ type }) => type === one.type || areOpposite(type, one.type)),
  );
  if (horizonAt === null || horizonAt <= now || !isConcerned) return [];
  return [found('unresolved', earlier, item, { ...more, horizonAt: isoInstant(horizonAt) })];
}

/** A batch with Commands that these reverse: still open, or ended within the window around a requested instant. */
function opposite(
  earlier: Earlier,
  { kind }: Asked,
  asked: readonly Timed[],
  { windowMs }: Look,
): Found[] {
  const isOther = earlier.shared !== null;
  const commands = earlier.commands.filter((alike) => {
    const at = earlier.kind === 'schedule' ? alike.at : earlier.createdAt;
    const reversed = asked.filter(({ type }) => areOpposite(type, alike.type));
    if (reversed.length === 0 || (isOther && alike.shared === 0)) return false;
    // An open one conflicts with a Command for now whenever it triggers: it may be forgotten.
    if (alike.isOpen && kind === 'now') return true;
    const isNear = reversed.some((other) => Math.abs(other.at - at) <= windowMs);
    return isNear && (alike.isOpen || (windowMs > 0 && ENDED.has(alike.verdict)));
  });
  const [item] = commands;
  if (item === undefined) return [];
  const many = (alike: Alike) => (isOther ? alike.shared : alike.count);
  const open = sum(commands, (alike) => (alike.isOpen ? many(alike) : 0));
  return [found('opposite', earlier, item, { count: sum(commands, many), open })];
}

/** Types that no Entity accepts, if the types of all known Entities are known. */
function noTaker({ members }: Situation, { items }: Asked): Found[] {
  if (members.length === 0 || members.some(({ type }) => type === null)) return [];
  return [...new Set(items.map(({ type }) => type))]
    .filter(isCommandType)
    .filter((type) => members.every((member) => takesCommand(type, member.type) === false))
    .map((type) => ({
      finding: { kind: 'no-taker', type, count: members.length },
      mark: ['no-taker', type],
    }));
}

/** The newest of each kind: a kind with many findings does not hide the others. */
function listed(findings: readonly GuardFinding[]): GuardFinding[] {
  const ranks = new Map<string, number>();
  const ranked = findings.map((finding) => {
    const rank = ranks.get(finding.kind) ?? 0;
    ranks.set(finding.kind, rank + 1);
    return { finding, rank };
  });
  const kept = ranked.toSorted((a, b) => a.rank - b.rank).slice(0, GUARD_FINDINGS_MAX);
  const isKept = new Set(kept.map(({ finding }) => finding));
  return findings.filter((finding) => isKept.has(finding));
}

const sentAt = (finding: GuardFinding) => (finding.kind === 'no-taker' ? '' : finding.createdAt);

/** The reasons against a dispatch in a situation. */
export function judge(situation: Situation, asked: Asked, look: Look): GuardReport {
  const items = timed(asked.items, look.now);
  const all = [
    ...noTaker(situation, asked),
    ...situation.earlier.flatMap((earlier) => [
      ...unresolved(earlier, items, look.now),
      ...opposite(earlier, asked, items, look),
      ...same(earlier, items, look.windowMs),
    ]),
  ];
  const marks = canonicalJson(all.map(({ mark }) => canonicalJson(mark)).toSorted());
  const findings = all
    .map(({ finding }) => finding)
    .toSorted((a, b) => sentAt(b).localeCompare(sentAt(a)));
  return {
    digest: createHash('sha256').update(marks).digest('hex').slice(0, 16),
    totals: GUARD_KINDS.flatMap((kind) => {
      const total = findings.filter((finding) => finding.kind === kind).length;
      return total === 0 ? [] : [{ kind, total }];
    }),
    findings: listed(findings),
  };
}

const KIND_MESSAGES: Readonly<Record<GuardKind, (total: number) => string>> = {
  same: (total) => `The same Command was sent before: ${formatCount(total, 'batch', 'batches')}.`,
  unresolved: (total) =>
    `The outcome of ${formatCount(total, 'earlier batch', 'earlier batches')} is not known for good.`,
  opposite: (total) =>
    `The opposite Command is open or has just ended: ${formatCount(total, 'batch', 'batches')}.`,
  'no-taker': () => 'No known Entity takes this Command.',
};

/**
 * Decides whether an override covers the findings: it must be of exactly these.
 * @param override digest of the report that the operator overrides, or null
 * @param before the report that was overridden when the dispatch was asked for; what is over since does not count
 * @returns the overridden report, to be kept with the intent; null if there is nothing against it
 * @throws Failure 409 `dispatch_guarded` with the report
 */
export function requireCovered(
  guard: GuardReport,
  override: string | null,
  before: GuardReport | null = null,
): GuardReport | null {
  if (guard.totals.length === 0) return null;
  if (guard.digest === override) return guard;
  if (before !== null && wereOverridden(guard, before)) return guard;
  const errors = guard.totals.map(({ kind, total }) => {
    return { code: kind, message: KIND_MESSAGES[kind](total), description: null };
  });
  throw new Failure(409, 'dispatch_guarded', { errors, guard });
}

/** The overridden report of an intent, from the ledger's JSON. */
export function readOverridden(json: string | null) {
  if (json === null) return { overridden: [] };
  const { findings, totals } = GuardReport.parse(JSON.parse(json));
  return { overridden: findings, overriddenTotals: totals };
}
