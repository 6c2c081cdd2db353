import { connect, createServer, type Socket } from 'node:net';

/** A way to a database that a test can cut. @param url as `postgresUrl` gives it */
export async function cutWay(url: string) {
  const socket = `${new URL(url).searchParams.get('host')}/.s.PGSQL.5432`;
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const database = connect(socket);
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(one);
      one.on('error', () => {});
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `postgres://gridhelm@127.0.0.1:${port}${new URL(url).pathname}`,
    cut(to: boolean) {
      isCut = to;
      if (to) for (const each of open) each.destroy();
    },
    close: () => server.close(),
  };
}
