import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { messageOf } from '../lib/message-of.ts';
import { StartError } from '../lib/start-error.ts';
import type { ConsoleConfig } from './config.ts';

/**
 * Listens where the settings say.
 * @returns the port, which the system chooses if the setting is 0
 * @throws StartError in one clear line
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: Pick<ConsoleConfig, 'host' | 'port'>,
): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} on ${host} is in use; stop the other program or set PORT to a free one.`,
      );
    }
    throw new StartError(`The console cannot listen on ${host}, port ${port}: ${messageOf(error)}`);
  }
  return portOf(app.server.address());
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') {
    throw new StartError('The console does not listen on a TCP port.');
  }
  return address.port;
}

/**
 * The addresses of the console.
 * @param port that it listens on
 * @returns the address to announce, and all addresses that it listens on
 */
export function addressesOf(
  { host, publicOrigin, publicPath }: Pick<ConsoleConfig, 'host' | 'publicOrigin' | 'publicPath'>,
  port: number,
): { origin: string; own: ReadonlySet<string> } {
  if (publicOrigin !== null) {
    return { origin: publicOrigin + publicPath, own: new Set([publicOrigin]) };
  }
  return { origin: originOf(host, port), own: new Set(loopbackOrigins(port)) };
}

function originOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The names of this machine that a local browser may use for the same console. */
function loopbackOrigins(port: number): string[] {
  return ['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}:${port}`);
}
