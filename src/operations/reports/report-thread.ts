import { Worker } from 'node:worker_threads';
import { failure as refusal } from '../../http/problems.ts';
import { trusted } from '../../lib/trusted.ts';
import type { ReportStream, ReportTask, ReportTasks } from './report-tasks.ts';
import type { FromThread, ThreadSettings, ToldFailure, ToThread } from './thread-messages.ts';

/** The thread of reports, as the console uses it. */
export interface ReportThread extends ReportTasks {
  stop(): Promise<void>;
}

interface Waiting {
  progress(done: number, of: number): void;
  take(message: FromThread): void;
  fail(error: unknown): void;
}

/** Memory of the thread beside its columns, in MB. */
const HEAP_MB = 512;

function errorOf({ message, refused }: ToldFailure): Error {
  return refused === null ? new Error(message) : refusal(refused.status, refused.code, message);
}

/**
 * Starts the thread of reports with its first task; a thread that died is started again with the next one.
 * @param file of the build, see `report-worker.ts`
 * @param onError called when the thread itself failed; its tasks fail
 */
export function createReportThread(
  file: URL,
  settings: ThreadSettings,
  onError: (error: unknown) => void,
): ReportThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastNo = 0;

  const lost = (died: Worker, error: unknown) => {
    if (worker === died) worker = null;
    for (const each of waiting.values()) each.fail(error);
    waiting.clear();
  };

  const started = (): Worker => {
    if (worker !== null) return worker;
    const made = new Worker(file, {
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    made.unref();
    made.on('message', (told: unknown) => {
      // Both ends are of one build.
      const message = trusted<FromThread>(told);
      const own = waiting.get(message.no);
      if (message.kind === 'progress') own?.progress(message.done, message.of);
      else own?.take(message);
    });
    made.on('error', (error) => {
      onError(error);
      lost(made, error);
    });
    made.on('exit', () => {
      lost(made, new Error('the thread of reports ended'));
    });
    worker = made;
    return made;
  };

  const begin = (message: ToThread) => {
    started().postMessage(message, []);
  };
  /** Of a task whose thread died, there is nothing to say. */
  const tell = (message: ToThread) => {
    worker?.postMessage(message, []);
  };

  return {
    answer(task: ReportTask, { signal, progress }) {
      lastNo += 1;
      const no = lastNo;
      return new Promise((resolve, reject) => {
        const end = () => {
          waiting.delete(no);
          signal.removeEventListener('abort', stop);
        };
        // What the thread still answers has no one to take it.
        const stop = () => {
          tell({ no, kind: 'stop' });
          end();
          reject(signal.reason);
        };
        waiting.set(no, {
          progress,
          take(message) {
            end();
            if (message.kind === 'answer') resolve(message.answer);
            else if (message.kind === 'failed') reject(errorOf(message.failure));
          },
          fail(error) {
            end();
            reject(error);
          },
        });
        signal.addEventListener('abort', stop);
        begin({ no, kind: 'task', task });
      });
    },

    async *stream(task: ReportStream, { signal, progress }) {
      lastNo += 1;
      const no = lastNo;
      let wake = () => {};
      const arrived: (FromThread | { kind: 'lost'; error: unknown })[] = [];
      const put = (message: (typeof arrived)[number]) => {
        arrived.push(message);
        wake();
      };
      waiting.set(no, {
        progress,
        take: put,
        fail: (error) => {
          put({ kind: 'lost', error });
        },
      });
      let isOver = false;
      const stop = () => {
        if (!isOver) tell({ no, kind: 'stop' });
      };
      signal.addEventListener('abort', stop);
      try {
        begin({ no, kind: 'stream', task });
        for (;;) {
          const message = arrived.shift();
          if (message === undefined) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
            continue;
          }
          if (message.kind === 'part') {
            yield message.part;
            tell({ no, kind: 'next' });
            continue;
          }
          isOver = true;
          if (message.kind === 'lost') throw message.error;
          if (message.kind === 'failed') throw errorOf(message.failure);
          return;
        }
      } finally {
        // A download that was given up.
        stop();
        signal.removeEventListener('abort', stop);
        waiting.delete(no);
      }
    },

    async stop() {
      await worker?.terminate();
      worker = null;
    },
  };
}
