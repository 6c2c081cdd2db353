import type { EarlierFinding, GuardFinding, GuardTotal } from '../contract/console/guard.ts';
import { commandLabel, commandLabelWithValue } from './command-rules.ts';
import { formatCount, formatExact, formatNumber } from './format.ts';

/**
 * "Stop charging, sent by Ada on …" or "…, planned …", with the target if it is another Collective.
 */
function whoWhatWhen(finding: EarlierFinding, zone: string): string {
  const { operatorName, triggerTime, shared } = finding;
  const target = shared === undefined ? '' : ` to ${shared.collectiveName}`;
  return triggerTime === null
    ? `${commandLabelWithValue(finding)}, sent${target} by ${operatorName} on ${formatExact(finding.createdAt, zone)}`
    : `${commandLabelWithValue(finding)}, planned${target} by ${operatorName} for ${formatExact(triggerTime, zone)}`;
}

function openMessage({ count, open, outcome }: EarlierFinding): string {
  if (count === 0 && outcome !== 'accepted') return 'none of its Commands is known yet';
  if (open === 0) return 'none of its Commands is still open';
  return `${formatCount(open, 'of its Commands is', 'of its Commands are')} still open`;
}

function sharedMessage({ shared }: EarlierFinding): string {
  return shared === undefined
    ? ''
    : ` Both Collectives have ${formatCount(shared.entities, 'Entity', 'Entities')} in common.`;
}

function earlierMessage(finding: EarlierFinding, zone: string): string {
  const who = whoWhatWhen(finding, zone);
  switch (finding.kind) {
    case 'same':
      return `The same was dispatched before: ${who}; ${openMessage(finding)}.`;
    case 'opposite':
      return finding.open === 0
        ? `The opposite was carried out or tried a short time before: ${who}; ${openMessage(finding)}.`
        : `The opposite has not ended yet: ${who}; ${openMessage(finding)}.`;
    case 'unresolved':
      if (finding.horizonAt !== undefined) {
        return `Not found so far, but until ${formatExact(finding.horizonAt, zone)} it may still be carried out, and devices would be commanded twice: ${who}.`;
      }
      return finding.outcome === 'sending'
        ? `Being sent at this moment: ${who}.`
        : `It is not known whether this reached the devices: ${who}.`;
  }
}

/**
 * A finding of the guard as a sentence.
 * @param zone IANA name of the operator's zone
 */
export function findingMessage(finding: GuardFinding, zone: string): string {
  if (finding.kind === 'no-taker') {
    const act = `“${commandLabel(finding.type)}”`;
    return finding.count === 1
      ? `The only known Entity does not take ${act}.`
      : `None of the ${formatNumber(finding.count)} known Entities takes ${act}.`;
  }
  return `${earlierMessage(finding, zone)}${sharedMessage(finding)}`;
}

/** A unique key of a finding in lists. */
export function findingKey(finding: GuardFinding): string {
  return `${finding.kind}:${finding.kind === 'no-taker' ? finding.type : finding.dispatchId}`;
}

/** The number of findings that are not listed. */
export function unlistedCount(
  totals: readonly GuardTotal[],
  findings: readonly GuardFinding[],
): number {
  return totals.reduce((sum, { total }) => sum + total, 0) - findings.length;
}
