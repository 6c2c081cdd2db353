import type { SealedManifest } from '../../../contract/console/sealed-report.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import type { FigureDefinition } from '../../../domain/reports/definition.ts';
import {
  EXCEPTION_LABELS,
  EXCLUSION_REASON_LABELS,
} from '../../../domain/reports/exception-labels.ts';
import { BOUNDARY_LABELS } from '../../../domain/reports/report-labels.ts';
import { tariffPeriods } from '../../../domain/reports/tariff-texts.ts';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { Section } from '../../components/section.tsx';
import { basisTexts } from '../report/basis-note.tsx';
import { unitLabel } from '../report/group-table.tsx';

const sessions = (count: number) => formatCount(count, 'session', 'sessions');

interface MadeOfProps {
  manifest: SealedManifest;
  definition: FigureDefinition;
}

/** By which rules and prices a sealed report counted; its manifest names the Entities and each decision too. */
export function MadeOf({ manifest, definition }: MadeOfProps) {
  const { basis, tariffs, units, exclusions, exceptions, decisions, checks, earlier } = manifest;
  const { hugeKwh, batteryKwh, longestHours } = definition.limits;
  const counted = units.map(
    ({ unit, sessions: of }) => `${formatNumber(of)} in ${unitLabel(unit)}`,
  );
  const facts: [name: string, text: string][] = [
    ['Sessions', counted.join(', ') || 'none'],
    ['Known of them', basisTexts({ basis, zone: definition.zone }).join(' ')],
    ['Rule', `${BOUNDARY_LABELS[definition.rule]}.`],
    [
      'Limits',
      `A session of ${formatNumber(hugeKwh)} kWh, a battery of ${formatNumber(batteryKwh)} kWh, ${formatNumber(longestHours)} hours`,
    ],
    ...tariffs.map(({ version, content }): [string, string] => [
      'Tariff',
      `${content.name}, version ${version}: ${tariffPeriods(content)
        .map(({ dates, text }) => `${dates}: ${text}`)
        .join('. ')}`,
    ]),
    ...exclusions.map(({ reason, sessions: of }): [string, string] => [
      EXCLUSION_REASON_LABELS[reason],
      `${sessions(of)}, in no total`,
    ]),
    ...exceptions.map(({ kind, sessions: of, open, entities }): [string, string] => [
      EXCEPTION_LABELS[kind],
      `${sessions(of)} of ${formatCount(entities, 'Entity', 'Entities')}${open === 0 ? ', all decided' : `, ${formatNumber(open)} open`}`,
    ]),
    ...checks.map(({ name, ok, detail }): [string, string] => [
      `Check: ${name}`,
      `${ok ? 'holds' : 'does not hold'}, ${detail}`,
    ]),
    [
      'In the manifest',
      `When the sessions of each Entity were read, and ${formatCount(decisions.length, 'decision', 'decisions')} on sessions`,
    ],
  ];
  if (earlier !== undefined) facts.push(['Sealed first with the hash', earlier.hash]);
  return (
    <Section title="Made of">
      <FactList label="What the report was made of">
        {facts.map(([name, text]) => (
          <Fact key={`${name} ${text}`} name={name}>
            <span style={{ overflowWrap: 'anywhere' }}>{text}</span>
          </Fact>
        ))}
      </FactList>
    </Section>
  );
}
