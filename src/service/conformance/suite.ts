import { z } from '../../contract/zod.ts';
import { messageOf } from '../../lib/message-of.ts';
import type { Basis, Check, Trial } from './check.ts';
import { ACCESS_CHECKS } from './checks/access.ts';
import { BODY_CHECKS } from './checks/bodies.ts';
import { DISPATCH_CHECKS } from './checks/dispatch.ts';
import { FRAME_CHECKS } from './checks/frames.ts';
import { LIFECYCLE_CHECKS } from './checks/lifecycle.ts';
import { LIST_CHECKS } from './checks/lists.ts';
import { OFFBOARDING_CHECKS } from './checks/offboarding.ts';
import { RESOURCE_CHECKS } from './checks/resources.ts';
import { SETTINGS_CHECKS } from './checks/settings.ts';
import { SINGLE_CHECKS } from './checks/single.ts';
import { TOKEN_CHECKS } from './checks/tokens.ts';
import { Differs, NotTried, shown } from './outcome.ts';

/**
 * What became of a check. `differs (allowed)`: the point is left open by the specification, and the
 * deployment decided it in another way than the embedded service.
 */
export type Outcome = 'holds' | 'differs' | 'differs (allowed)' | 'not tried';

/** A check with its outcome. */
export interface Finding {
  section: string;
  name: string;
  basis: Basis;
  source: string;
  outcome: Outcome;
  /** What was seen, or why it could not be tried; null where it holds. */
  detail: string | null;
}

/** All checks; a section's are together, and those that write come after those that read. */
const CHECKS: readonly Check[] = [
  ...TOKEN_CHECKS,
  ...ACCESS_CHECKS,
  ...SINGLE_CHECKS,
  ...LIST_CHECKS,
  ...FRAME_CHECKS,
  ...RESOURCE_CHECKS,
  ...BODY_CHECKS,
  ...SETTINGS_CHECKS,
  ...DISPATCH_CHECKS,
  ...LIFECYCLE_CHECKS,
  ...OFFBOARDING_CHECKS,
].toSorted((a, b) => Number(a.writes !== null) - Number(b.writes !== null));

/** How the suite is run. */
export interface SuiteSettings {
  /** Whether checks that change something are run. */
  write: boolean;
  /** Whether the deployment is the embedded service, whose own choices must hold. */
  embedded: boolean;
}

/** Everything that a run with writes may change, in words. */
export function plannedWrites(checks: readonly Check[] = CHECKS): string[] {
  return [...new Set(checks.flatMap(({ writes }) => writes ?? []))];
}

async function outcomeOf(
  check: Check,
  trial: Trial,
  settings: SuiteSettings,
): Promise<Pick<Finding, 'outcome' | 'detail'>> {
  if (check.writes !== null && !settings.write) {
    return { outcome: 'not tried', detail: `needs --write: ${check.writes}` };
  }
  try {
    await check.run(trial);
    return { outcome: 'holds', detail: null };
  } catch (error) {
    if (error instanceof NotTried) return { outcome: 'not tried', detail: error.message };
    const seen = error instanceof z.ZodError ? `does not fit: ${shown(error.issues[0])}` : null;
    if (!(error instanceof Differs) && seen === null) throw error;
    const allowed = check.basis === 'own choice' && !settings.embedded;
    return {
      outcome: allowed ? 'differs (allowed)' : 'differs',
      detail: seen ?? messageOf(error),
    };
  }
}

/**
 * Runs checks one after another, then puts back what they changed. What could not be put back is a
 * finding of its own.
 */
export async function runSuite(
  trial: Trial,
  settings: SuiteSettings,
  checks: readonly Check[] = CHECKS,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  try {
    for (const check of checks) {
      const { section, name, basis, source } = check;
      const outcome = await outcomeOf(check, trial, settings);
      findings.push({ section, name, basis, source, ...outcome });
    }
  } finally {
    for (const putBack of trial.afterwards.splice(0)) {
      await putBack().catch((error: unknown) => {
        findings.push({
          section: 'Afterwards',
          name: 'what the suite made is cancelled',
          basis: 'specification',
          source: 'States and transitions',
          outcome: 'differs',
          detail: messageOf(error),
        });
      });
    }
  }
  return findings;
}
