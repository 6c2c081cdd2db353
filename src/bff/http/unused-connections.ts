import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Has the server, when it stops, also end connections on which nothing was ever asked: browsers open
 * such ahead, and neither side would end them.
 */
export function endUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
}
