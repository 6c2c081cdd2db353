import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { messageOf } from '../../lib/message-of.ts';
import { StartError } from '../../lib/start-error.ts';
import { pathText } from '../errors.ts';
import { uuidFor } from '../random.ts';
import { demoWorld } from './demo/demo-world.ts';
import { fleetWorld } from './fleet/fleet-world.ts';
import { World } from './world-schema.ts';
import type { WorldSlice } from './world-slice.ts';

/** A world that can be loaded. */
export interface WorldSource {
  /** Identifies the store of this world and seed, so that two never mix. */
  key: string;
  /** Makes or reads the world, slice by slice; throws StartError. */
  load(nowMs: number): Iterable<WorldSlice>;
}

type NamedWorld = (seed: number, nowMs: number) => Iterable<WorldSlice>;

function fleet(size: number): NamedWorld {
  return (seed, nowMs) => fleetWorld(size, seed, nowMs);
}

const NAMED: Readonly<Record<string, NamedWorld>> = {
  demo: (seed, nowMs) => [demoWorld(seed, nowMs)],
  empty: (seed) => [{ organisations: [{ id: uuidFor(seed, 'empty'), name: 'Empty world' }] }],
  'fleet-1k': fleet(1_000),
  'fleet-10k': fleet(10_000),
  'fleet-100k': fleet(100_000),
};

/** The named worlds. */
export const WORLD_NAMES: readonly string[] = Object.keys(NAMED);

/**
 * Finds a world by name or file.
 * @param world a named world, or the path of a world file
 * @throws StartError if it is neither, or the file cannot be read
 */
export function findWorld(world: string, seed: number): WorldSource {
  const named = Object.hasOwn(NAMED, world) ? NAMED[world] : undefined;
  if (named !== undefined) {
    return { key: `${world}-${seed}`, load: (nowMs) => named(seed, nowMs) };
  }
  if (!existsSync(world)) {
    throw new StartError(
      `SERVICE_WORLD: there is no world or file named "${world}"; the named worlds are ${WORLD_NAMES.join(', ')}.`,
    );
  }
  const text = readWorldFile(world);
  const key = createHash('sha256').update(`${seed}\n`).update(text).digest('hex').slice(0, 16);
  return { key, load: () => [parseWorld(text, world)] };
}

function readWorldFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`The world file ${file} cannot be read: ${messageOf(error)}`);
  }
}

/**
 * Parses a world file.
 * @param file named in messages
 * @throws StartError with the first offending path and the reason
 */
export function parseWorld(text: string, file: string): World {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new StartError(`The world file ${file} is not JSON: ${messageOf(error)}`);
  }
  const parsed = World.safeParse(json);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  const more = parsed.error.issues.length - 1;
  const where = pathText(first?.path ?? []) || 'the document';
  throw new StartError(
    `The world file ${file} cannot be used: ${where}: ${first?.message ?? 'is not valid'}` +
      (more > 0 ? ` (and ${more} more)` : ''),
  );
}
