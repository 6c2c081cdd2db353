import { keysOf } from '../lib/objects.ts';
import type { Finding, Outcome } from './suite.ts';

/** Number of checks by outcome. */
export type Counts = Readonly<Record<Outcome, number>>;

export function countsOf(findings: readonly Finding[]): Counts {
  const counts: Record<Outcome, number> = {
    holds: 0,
    differs: 0,
    'differs (allowed)': 0,
    'same cause': 0,
    'not tried': 0,
  };
  for (const { outcome } of findings) counts[outcome] += 1;
  return counts;
}

const ORIGIN: Readonly<Record<Finding['basis'], string>> = {
  specification: 'spec',
  'public fact': 'public facts',
  'own choice': "embedded service's own choice; spec",
};

const MARKS: Readonly<Record<Outcome, string>> = {
  holds: 'holds',
  differs: 'DIFFERS',
  'differs (allowed)': 'differs (allowed)',
  'same cause': 'same cause',
  'not tried': 'not tried',
};
const WIDTH = Math.max(...keysOf(MARKS).map((outcome) => MARKS[outcome].length));

/** The summary in one line. */
export function summaryLine(findings: readonly Finding[]): string {
  const counts = countsOf(findings);
  return (
    `${findings.length} checks: ${counts.holds} hold, ${counts.differs} differ, ` +
    `${counts['differs (allowed)']} differ where that is allowed, ` +
    (counts['same cause'] > 0 ? `${counts['same cause']} for a cause already reported, ` : '') +
    `${counts['not tried']} could not be tried`
  );
}

/** The table: a block per section, a line per check, and the observation below it. */
export function tableOf(findings: readonly Finding[]): string {
  const sections = [...new Set(findings.map(({ section }) => section))];
  const blocks = sections.map((section) => {
    const rows = findings
      .filter((finding) => finding.section === section)
      .map(({ outcome, name, basis, source, detail }) => {
        const line = `  ${MARKS[outcome].padEnd(WIDTH)}  ${name}  [${ORIGIN[basis]}: ${source}]`;
        return detail === null ? line : `${line}\n  ${' '.repeat(WIDTH)}    ${detail}`;
      });
    return `${section}\n${rows.join('\n')}`;
  });
  return `${blocks.join('\n\n')}\n`;
}
