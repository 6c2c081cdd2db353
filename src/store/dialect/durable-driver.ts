import type { Driver } from 'kysely';
import { createCheckpoints } from './checkpoints.ts';
import { createWalSync } from './wal-sync.ts';

/**
 * A driver of a database in WAL mode with synchronous NORMAL. A write is on the disk before its caller is
 * notified; others write meanwhile, and share the wait.
 * @param inner kysely's own, with one connection
 * @param file path of the database
 * @param takeWritten whether something was written since the last call
 */
export function durableDriver(inner: Driver, file: string, takeWritten: () => boolean): Driver {
  const log = createWalSync(file);
  const checkpoints = createCheckpoints(file, async (work) => {
    const connection = await inner.acquireConnection();
    try {
      await work();
    } finally {
      await inner.releaseConnection(connection);
    }
  });
  return {
    init: () => inner.init(),
    acquireConnection: () => inner.acquireConnection(),
    beginTransaction: (connection, settings) => inner.beginTransaction(connection, settings),
    commitTransaction: (connection) => inner.commitTransaction(connection),
    rollbackTransaction: (connection) => inner.rollbackTransaction(connection),
    async releaseConnection(connection) {
      const hasWritten = takeWritten();
      await inner.releaseConnection(connection);
      if (!hasWritten) return;
      checkpoints.wrote();
      await log.flush();
    },
    async destroy() {
      await checkpoints.stop();
      await log.close();
      await inner.destroy();
    },
  };
}
