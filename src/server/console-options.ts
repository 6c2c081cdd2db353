import type { ConnectionLimits } from '../http/connection-limits.ts';
import type { Route } from '../http/route.ts';
import type { Clock } from '../lib/clock.ts';
import type { UpstreamSettings } from '../bff/upstream/settings.ts';
import type { DirectoryImport } from '../contract/console/directory-import.ts';
import type { FreeBytes } from '../store/disk-room.ts';
import type { ConsoleConfig } from './config.ts';

/** Options of the console's server. */
export interface ConsoleOptions {
  config: ConsoleConfig;
  upstream: UpstreamSettings;
  /** Whether the upstream is the embedded service, with simulated devices. */
  embedded: boolean;
  /** Folder of the built page. */
  webDir: string;
  /** The thread that computes reports: `report-worker.js` of the build. */
  reportWorker: URL;
  /** The directory of the embedded service's world. */
  seed: { source: string; directory: DirectoryImport } | null;
  /** Receives the line with the one-time code for the first administrator, if one is needed. */
  setupCodeSink?: (line: string) => void;
  /** Absent: the machine's. */
  clock?: Clock;
  /** How long requests may take to arrive; absent: the default. */
  connectionLimits?: ConnectionLimits;
  /** Tells the free space of the disk; absent: that of the data folder. */
  freeBytes?: FreeBytes;
  /** Receives log lines; absent: standard output. */
  logTo?: { write(line: string): unknown };
}

/** A running console. */
export interface RunningConsole {
  /** The address that browsers use. */
  origin: string;
  port: number;
  /** All routes that it serves, with their rules. */
  routes: readonly Route[];
  /** Finishes dispatches in flight, stores them, and stops. */
  close(): Promise<void>;
}
