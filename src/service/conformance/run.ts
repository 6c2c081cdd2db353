import { writeFileSync } from 'node:fs';
import type { WorldDirectory } from '../../contract/console/directory.ts';
import { messageOf } from '../../lib/message-of.ts';
import { StartError } from '../../lib/start-error.ts';
import { type Access, makeClient } from './client.ts';
import { embeddedTargets } from './embedded-targets.ts';
import { type Targets, discoverEntities, makeFixtures } from './fixtures.ts';
import { USAGE, readOptions } from './options.ts';
import { countsOf, summaryLine, tableOf } from './report.ts';
import { type Finding, plannedWrites, runSuite } from './suite.ts';
import { Differs, NotTried } from './outcome.ts';

/** An embedded service that was started for the suite. */
export interface Embedded {
  access: Access;
  directory: WorldDirectory;
  now: () => number;
  wait: (ms: number) => Promise<void>;
  close(): Promise<void>;
}

/** What the suite takes from outside. */
export interface Outside {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  now: () => number;
  wait: (ms: number) => Promise<void>;
  startEmbedded(): Promise<Embedded>;
  write(text: string): void;
}

interface Deployment {
  access: Access;
  now: () => number;
  wait: (ms: number) => Promise<void>;
}

/**
 * Runs the suite against a deployment.
 * @param targets ids that may be used, or how to find them with the suite's own client
 */
export async function conform(
  { access, now, wait }: Deployment,
  settings: { write: boolean; embedded: boolean },
  targets: (client: ReturnType<typeof makeClient>) => Promise<Targets>,
): Promise<Finding[]> {
  const client = makeClient(access, now, wait);
  const found = await targets(client);
  const trial = {
    client,
    targets: found,
    fixtures: makeFixtures(client, found),
    now,
    wait,
    afterwards: [],
  };
  return runSuite(trial, settings);
}

/** The given Entities, or those that the deployment lists itself; none where it cannot be asked. */
async function withEntities(
  targets: Targets,
  client: ReturnType<typeof makeClient>,
): Promise<Targets> {
  if (targets.entityIds.length > 0) return targets;
  const entityIds = await discoverEntities(client).catch((error: unknown) => {
    if (error instanceof Differs || error instanceof NotTried) return [];
    throw error;
  });
  return { ...targets, entityIds };
}

/**
 * The program: reads its arguments, runs the suite and writes the table.
 * @returns exit code: 0 nothing differs, 1 something differs, 2 it could not be run
 */
export async function runConformance(outside: Outside): Promise<number> {
  try {
    const options = readOptions(outside.args, outside.env);
    if (options === null) {
      outside.write(`No deployment is named, so nothing was done.\n\n${USAGE}`);
      return 2;
    }
    const { access, write } = options;
    if (write)
      outside.write(
        `Will write:\n${plannedWrites()
          .map((line) => `  ${line}\n`)
          .join('')}\n`,
      );
    let findings: Finding[];
    if (access === null) {
      const embedded = await outside.startEmbedded();
      try {
        findings = await conform(embedded, { write, embedded: true }, (client) =>
          embeddedTargets(embedded.directory, client),
        );
      } finally {
        await embedded.close();
      }
    } else {
      const { now, wait } = outside;
      findings = await conform({ access, now, wait }, { write, embedded: false }, (client) =>
        withEntities(options.targets, client),
      );
    }
    outside.write(`${tableOf(findings)}\n${summaryLine(findings)}\n`);
    if (options.json !== null) writeJson(options.json, findings);
    return countsOf(findings).differs > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    outside.write(`${error.message}\n`);
    return 2;
  }
}

function writeJson(file: string, findings: readonly Finding[]): void {
  const report = { summary: countsOf(findings), findings };
  try {
    writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  } catch (error) {
    throw new StartError(`--json: ${file} cannot be written (${messageOf(error)}).`);
  }
}
