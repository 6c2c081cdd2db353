import { z } from '../contract/zod.ts';
import { messageOf } from '../lib/message-of.ts';
import type { Basis, Check, Trial } from './check.ts';
import { ACCESS_CHECKS } from './checks/access.ts';
import { BODY_CHECKS } from './checks/bodies.ts';
import { SCHEDULE_CHECKS } from './checks/schedule.ts';
import { SEND_CHECKS, SEND_WRITES } from './checks/send.ts';
import { FRAME_CHECKS } from './checks/frames.ts';
import { LIFECYCLE_CHECKS } from './checks/lifecycle.ts';
import { LIST_CHECKS } from './checks/lists.ts';
import { OFFBOARDING_CHECKS } from './checks/offboarding.ts';
import { RESOURCE_CHECKS } from './checks/resources.ts';
import { SHAPE_CHECKS } from './checks/shapes.ts';
import { SETTINGS_CHECKS } from './checks/settings.ts';
import { SINGLE_CHECKS } from './checks/single.ts';
import { TOKEN_CHECKS } from './checks/tokens.ts';
import { Differs, Interrupted, NotTried, shown } from './outcome.ts';

/**
 * The result of a check. `differs (allowed)`: the specification leaves the point open, and the
 * deployment decided otherwise than the embedded service. `same cause`: it does not hold, for a
 * cause that another finding reports.
 */
export type Outcome = 'holds' | 'differs' | 'differs (allowed)' | 'same cause' | 'not tried';

/** A check with its outcome. */
export interface Finding {
  section: string;
  name: string;
  basis: Basis;
  source: string;
  outcome: Outcome;
  /** The observation, or why it could not be tested; null if it holds. */
  detail: string | null;
}

/**
 * All checks. Reads that many checks share come first, so that a fault is reported there; checks that write
 * come last.
 */
const CHECKS: readonly Check[] = [
  ...TOKEN_CHECKS,
  ...SHAPE_CHECKS,
  ...ACCESS_CHECKS,
  ...SINGLE_CHECKS,
  ...LIST_CHECKS,
  ...FRAME_CHECKS,
  ...RESOURCE_CHECKS,
  ...BODY_CHECKS,
  ...SETTINGS_CHECKS,
  ...SCHEDULE_CHECKS,
  ...SEND_CHECKS,
  ...LIFECYCLE_CHECKS,
  ...OFFBOARDING_CHECKS,
].toSorted((a, b) => Number(a.writes !== null) - Number(b.writes !== null));

/** Options of the suite. */
export interface SuiteSettings {
  /** Whether checks that change something are run. */
  write: boolean;
  /** Whether a Command may be sent immediately, which cannot be undone. */
  allowSend: boolean;
  /** Whether the deployment is the embedded service, whose own choices must hold. */
  embedded: boolean;
}

/** Everything that a run with writes may change, for the announcement. */
export function plannedWrites(settings: Pick<SuiteSettings, 'allowSend'>): string[] {
  const writing = CHECKS.filter(({ writes }) => settings.allowSend || writes !== SEND_WRITES);
  return [...new Set(writing.flatMap(({ writes }) => writes ?? []))];
}

/** Reported causes, with the check that met them first. */
type Reported = Map<string, string>;

async function outcomeOf(
  check: Check,
  trial: Trial,
  settings: SuiteSettings,
  reported: Reported,
): Promise<Pick<Finding, 'outcome' | 'detail'>> {
  if (check.writes !== null && !settings.write) {
    return { outcome: 'not tried', detail: `needs --write: ${check.writes}` };
  }
  if (check.writes === SEND_WRITES && !settings.allowSend) {
    return { outcome: 'not tried', detail: `needs --allow-send: ${check.writes}` };
  }
  try {
    await check.run(trial);
    return { outcome: 'holds', detail: null };
  } catch (error) {
    if (error instanceof NotTried) return { outcome: 'not tried', detail: error.message };
    const differs =
      error instanceof z.ZodError
        ? new Differs(`does not fit: ${shown(error.issues[0])}`)
        : error instanceof Differs
          ? error
          : null;
    if (differs === null) throw error;
    const isOpen = differs.allowed || check.basis !== 'specification';
    const outcome = isOpen && !settings.embedded ? 'differs (allowed)' : 'differs';
    const { root } = differs;
    if (root !== null) {
      // A fault is never hidden behind an allowed difference.
      const first =
        reported.get(`differs ${root}`) ??
        (outcome === 'differs' ? undefined : reported.get(`${outcome} ${root}`));
      if (first !== undefined) return { outcome: 'same cause', detail: `see "${first}"` };
      reported.set(`${outcome} ${root}`, check.name);
    }
    return { outcome, detail: differs.message };
  }
}

/** Reverts the changes of a run: a separate finding, unless nothing was changed. */
async function putBack({ undo }: Trial): Promise<Finding[]> {
  const left = await undo.everything().catch((error: unknown) => [messageOf(error)]);
  if (left === null) return [];
  return [
    {
      section: 'Afterwards',
      name: 'what the suite made is canceled, and what it changed is set back',
      basis: 'specification',
      source: 'States and transitions; Features; Battery capacity',
      outcome: left.length === 0 ? 'holds' : 'differs',
      // Never truncated: an operator must act on it.
      detail: left.length === 0 ? null : `still there: ${left.join('; ')}`,
    },
  ];
}

/**
 * Runs checks in order, then reverts their changes, even if a check throws or the run is
 * interrupted: then with the findings so far.
 */
export async function runSuite(
  trial: Trial,
  settings: SuiteSettings,
  checks: readonly Check[] = CHECKS,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const reported: Reported = new Map();
  const { secrets } = trial.client;
  let broken: { error: unknown } | null = null;
  try {
    for (const check of checks) {
      const { section, name, basis, source } = check;
      const outcome = await outcomeOf(check, trial, settings, reported);
      findings.push({ section, name, basis, source, ...outcome });
      if (check.writes !== null) await trial.undo.settings();
    }
  } catch (error) {
    if (!(error instanceof Interrupted)) broken = { error };
  }
  findings.push(...(await putBack(trial)));
  // The error of a bug in the suite could contain secrets.
  if (broken !== null) throw new Error(secrets.masked(messageOf(broken.error)));
  return findings.map((finding) => ({
    ...finding,
    detail: finding.detail === null ? null : secrets.masked(finding.detail),
  }));
}
