import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';

const PORTS = { console: 18_782, service: 18_783, control: 18_784, second: 18_785 } as const;
export const CONSOLE_ORIGIN = `http://127.0.0.1:${PORTS.console}`;
/** A second process of the console. */
export const SECOND_ORIGIN = `http://127.0.0.1:${PORTS.second}`;
export const SERVICE_ORIGIN = `http://127.0.0.1:${PORTS.service}`;

/** The fault controls of the embedded service, which count its requests: their address, and how to enable them. */
export const CONTROL = {
  origin: `http://127.0.0.1:${PORTS.control}`,
  setting: { SERVICE_CONTROL_PORT: String(PORTS.control) },
} as const;

interface Memory {
  /** Resident memory, now and at its peak, in MB. */
  now: number;
  most: number;
}

/** A running program. */
export interface Program {
  /** Its output until it was ready. */
  printed: string;
  startMs: number;
  memory(): Memory;
  /** Processor time so far, of all threads, in milliseconds. */
  cpuMs(): number;
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

/** A file of the build, or of the one that `BENCH_DIST` names; programs run in the project folder. */
export function built(name: string): string {
  return path.resolve(process.env['BENCH_DIST'] ?? 'dist', name);
}

/** Starts the console. @param env settings beside its ports */
export function startConsole(env: Environment): Promise<Program> {
  return start('start.js', { PORT: String(PORTS.console), ...env }, /Started in/);
}

/** Starts the embedded service alone. @param env settings beside its port */
export function startService(env: Environment): Promise<Program> {
  return start('service.js', env, /World: /);
}

/** A stand-in for the Service that runs as a program, with its addresses. */
export interface StandIn extends Program {
  baseUrl: string;
  authUrl: string;
}

/** Starts a Service that accepts every Command at once. @param latencyMs between a read and its answer */
export async function startInstantService(latencyMs = 0): Promise<StandIn> {
  const env = { LATENCY_MS: String(latencyMs) };
  const { origin, ...program } = await startListening('bench-instant-service.js', env);
  return { ...program, baseUrl: origin, authUrl: `${origin}/token` };
}

/** Starts a baseline for the console's proxy. @param origin where it forwards to */
export function startForwarder(
  origin: string,
  kind: 'undici' | 'reply-from',
): Promise<Program & { origin: string }> {
  return startListening('bench-forwarder.js', { FORWARD_TO: origin, FORWARD_WITH: kind });
}

/** Starts a program that prints its port. */
async function startListening(name: string, env: Environment) {
  const program = await start(name, env, /Listening on \d+\n/);
  const [, port] = /Listening on (\d+)/.exec(program.printed) ?? [];
  return { ...program, origin: `http://127.0.0.1:${port}` };
}

/** Starts a program of the build; resolves once it prints a line that matches. */
async function start(name: string, env: Environment, ready: RegExp): Promise<Program> {
  const began = performance.now();
  const program = spawn(process.execPath, [built(`server/${name}`)], {
    env: { ...process.env, LOG_LEVEL: 'error', SERVICE_PORT: String(PORTS.service), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => program.once('exit', resolve));
  // If a measurement fails, no program may keep the port.
  process.once('exit', () => program.kill('SIGKILL'));
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    program.stdout.on('data', (text: Buffer) => {
      printed += text.toString();
      if (ready.test(printed)) resolve();
    });
    void ended.then((code) => reject(new Error(`${name} ended with ${String(code)}: ${printed}`)));
  });
  return {
    printed,
    startMs: performance.now() - began,
    memory: () => memoryOf(program.pid ?? 0),
    cpuMs: () => cpuOf(program.pid ?? 0),
    stop: async () => {
      program.kill('SIGTERM');
      await ended;
    },
  };
}

function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mb = (key: string) =>
    Math.round(Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { now: mb('VmRSS'), most: mb('VmHWM') };
}

/** The system counts processor time in hundredths of a second. */
const TICK_MS = 10;

function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The program's name, in brackets, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
