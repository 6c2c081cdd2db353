import { randomUUID } from 'node:crypto';
import type { FigureSearch } from '../../src/contract/console/report-definition.ts';
import type { Figures } from '../../src/contract/console/report-figures.ts';
import { IDEMPOTENCY_HEADER } from '../../src/contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import type { OperatorClient } from './operator-client.ts';
import { until } from './until.ts';

/** Sessions of a new world are read in the background. */
const READ_WITHIN_MS = 60_000;

/** The address of a report's figures. */
export function figuresPath(search: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `${CONSOLE_ROUTES.figures.path}?${new URLSearchParams(given).toString()}`;
}

/** Whether nothing more is read: figures that still grow could not be sealed. */
const isKnown = ({ unread, failed, knownLate }: Figures['basis']) =>
  unread + failed === 0 && knownLate === null;

/** The figures of a report, once the sessions of all its Entities were read, which it requests. */
export async function figuresOf(client: OperatorClient, search: FigureSearch): Promise<Figures> {
  const { method, path: reads } = CONSOLE_ROUTES.readMissing;
  const asked = await client.call(method, reads, { body: { search } });
  if (!asked.ok) throw new Error(`reads: ${asked.status} ${await asked.text()}`);
  const path = figuresPath({ ...search, limit: 1000 });
  const read = await until(
    () => client.read(CONSOLE_ROUTES.figures.answer, path),
    (seen) => seen.state === 'ready' && isKnown(seen.basis),
    READ_WITHIN_MS,
  );
  if (read.state !== 'ready') throw new Error('not reached: until waits for it');
  return read;
}

/** Seals a report once its sessions were read. */
export async function sealedReport(client: OperatorClient, search: FigureSearch) {
  const { totals } = await figuresOf(client, search);
  const { method, path, answer } = CONSOLE_ROUTES.sealFigures;
  const sealed = await client.call(method, path, {
    body: { search, totals },
    headers: { [IDEMPOTENCY_HEADER]: randomUUID() },
  });
  if (!sealed.ok) throw new Error(`seal: ${sealed.status} ${await sealed.text()}`);
  return answer.parse(await sealed.json());
}
