import { writeFileSync } from 'node:fs';
import type { WorldDirectory } from '../contract/console/directory-import.ts';
import { messageOf } from '../lib/message-of.ts';
import { StartError } from '../lib/start-error.ts';
import { type Access, type Client, makeClient } from './client.ts';
import { embeddedTargets } from './embedded-targets.ts';
import { type Targets, discoverEntities, makeFixtures } from './fixtures.ts';
import { USAGE, readOptions } from './options.ts';
import { countsOf, summaryLine, tableOf } from './report.ts';
import { makeUndo } from './undo/undo.ts';
import { type Finding, type SuiteSettings, plannedWrites, runSuite } from './suite.ts';
import { Differs, NotTried } from './outcome.ts';

/** An embedded service that was started for the suite. */
export interface Embedded {
  access: Access;
  directory: WorldDirectory;
  now: () => number;
  wait: (ms: number) => Promise<void>;
  close(): Promise<void>;
}

/** Dependencies of the program. */
export interface Outside {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  now: () => number;
  wait: (ms: number) => Promise<void>;
  startEmbedded(): Promise<Embedded>;
  write(text: string): void;
  /** Asks the run to stop: no further check is begun, and changes are reverted. */
  stop?: AbortSignal;
}

/** The target of the checks, and the current time there. */
interface Deployment {
  access: Access;
  now: () => number;
  /** Waits some milliseconds; never rejects. */
  wait: (ms: number) => Promise<void>;
  stop?: AbortSignal | undefined;
}

/**
 * Runs the suite against a deployment.
 * @param targets ids that may be used, or how to find them with the suite's own client
 */
export async function conform(
  { access, now, wait, stop }: Deployment,
  settings: SuiteSettings,
  targets: (client: Client) => Promise<Targets>,
): Promise<Finding[]> {
  const raw = makeClient(access, now, wait);
  const found = await targets(raw);
  const stopped = () => stop?.aborted === true;
  const undo = makeUndo({ raw, targets: found, now, wait, stopped });
  const { client } = undo;
  const fixtures = makeFixtures(client, found);
  return runSuite({ client, targets: found, fixtures, now, wait, undo }, settings);
}

/** The given Entities, or those that the deployment lists; none if it is unreachable. */
async function withEntities(targets: Targets, client: Client): Promise<Targets> {
  if (targets.entityIds.length > 0) return targets;
  const entityIds = await discoverEntities(client).catch((error: unknown) => {
    if (error instanceof Differs || error instanceof NotTried) return [];
    throw error;
  });
  return { ...targets, entityIds };
}

/**
 * The program: parses its arguments, runs the suite and prints the table.
 * @returns exit code: 0 nothing differs, 1 something differs, 2 it could not be run, 130 interrupted
 */
export async function runConformance(outside: Outside): Promise<number> {
  try {
    const options = readOptions(outside.args, outside.env);
    if (options === null) {
      outside.write(`No deployment is named, so nothing was done.\n\n${USAGE}`);
      return 2;
    }
    const { access, write, allowSend } = options;
    if (write) {
      const lines = plannedWrites({ allowSend }).map((line) => `  ${line}\n`);
      outside.write(`Will write:\n${lines.join('')}\n`);
    }
    const { now, wait, stop } = outside;
    let findings: Finding[];
    if (access === null) {
      const embedded = await outside.startEmbedded();
      try {
        const settings = { write, allowSend, embedded: true };
        findings = await conform({ ...embedded, stop }, settings, (client) =>
          embeddedTargets(embedded.directory, client),
        );
      } finally {
        await embedded.close();
      }
    } else {
      const settings = { write, allowSend, embedded: false };
      findings = await conform({ access, now, wait, stop }, settings, (client) =>
        withEntities(options.targets, client),
      );
    }
    outside.write(`${tableOf(findings)}\n${summaryLine(findings)}\n`);
    if (options.json !== null) writeJson(options.json, findings);
    if (stop?.aborted === true) {
      outside.write('Interrupted: the checks after these were not run.\n');
      return 130;
    }
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
