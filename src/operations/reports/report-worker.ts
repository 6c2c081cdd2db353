// The thread that computes reports, so that a million sessions hold up no answer of the console.
import { parentPort, workerData } from 'node:worker_threads';
import { Failure } from '../../http/problems.ts';
import { messageOf } from '../../lib/message-of.ts';
import { trusted } from '../../lib/trusted.ts';
import { openStoreReader } from '../../store/open-store.ts';
import { createReportEngine } from './report-engine.ts';
import { createReportTasks } from './report-tasks.ts';
import type { FromThread, ThreadSettings, ToThread } from './thread-messages.ts';

/** Between two messages about the progress, in milliseconds. */
const PROGRESS_MS = 100;

// Both ends are of one build: what arrives has the types of `thread-messages.ts`.
const { store, capacityUnit } = trusted<ThreadSettings>(workerData);
const db = openStoreReader(store);
const tasks = createReportTasks(db, createReportEngine({ db, capacityUnit }));

async function perform({ port, ...message }: ToThread): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  let next = () => {};
  port.on('message', () => {
    next();
  });
  port.on('close', () => {
    stop.abort();
    next();
  });
  const tell = (told: FromThread<unknown>) => {
    port.postMessage(told, []);
  };
  let toldAt = 0;
  const progress = (done: number, of: number) => {
    if (performance.now() - toldAt < PROGRESS_MS) return;
    toldAt = performance.now();
    tell({ kind: 'progress', done, of });
  };
  const watch = { signal, progress };
  try {
    const parts =
      message.kind === 'task'
        ? [tasks.answer(message.task, watch)]
        : tasks.stream(message.task, watch);
    for await (const part of parts) {
      const taken = new Promise<void>((resolve) => {
        next = resolve;
      });
      tell({ kind: 'part', part });
      await taken;
      signal.throwIfAborted();
    }
    tell({ kind: 'end' });
  } catch (error) {
    const refused = error instanceof Failure ? { status: error.status, code: error.code } : null;
    tell({ kind: 'failed', text: messageOf(error), refused });
  } finally {
    port.close();
  }
}

parentPort?.on('message', (told: unknown) => {
  void perform(trusted<ToThread>(told));
});
