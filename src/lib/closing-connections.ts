import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Has the server, when it stops, end connections that neither side would: those on which nothing was
 * asked, which browsers open ahead, and those kept open after an answer that was under way.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  const open = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('Connection', 'close');
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
}
