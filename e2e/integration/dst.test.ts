import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DirectoryCollectives } from '../../src/contract/console/directory.ts';
import { Schedule } from '../../src/contract/console/schedule.ts';
import { IDEMPOTENCY_HEADER, PROXY_PREFIX } from '../../src/contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import { Command } from '../../src/contract/command.ts';
import { ENDPOINTS } from '../../src/contract/endpoints.ts';
import { fillPath } from '../../src/contract/paths.ts';
import { z } from '../../src/contract/zod.ts';
import { readTrigger, scheduledRow, type PlannedRow } from '../../src/domain/schedule-rows.ts';
import { Gridhelm } from '../support/gridhelm.ts';
import { OperatorClient } from '../support/operator-client.ts';

/**
 * Schedules across both changes of the clock in Brussels, made as the form makes them, and a service
 * whose clock is driven over every instant: what is Pending a second before must not be so after.
 */
const ZONE = 'Europe/Brussels';
const DAY_MS = 86_400_000;
/** Longest step of the clock. */
const STEP_MS = 300 * DAY_MS;

/** Every device has begun this long after a trigger time; a wrong offset makes far more. */
const REACTION_MS = 60_000;
/** Reserve for reading, during which the service's clock runs too. */
const READING_MS = 300_000;

const ClockAnswer = z.object({ nowMs: z.number() });

/** The last Sunday of a month (1 to 12), as YYYY-MM-DD. */
function lastSunday(year: number, month: number): string {
  const last = new Date(Date.UTC(year, month, 0));
  return new Date(last.getTime() - last.getUTCDay() * DAY_MS).toISOString().slice(0, 10);
}

function shift(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

interface Case {
  row: PlannedRow;
  /** The expected instant, written by hand from the rules of the zone. */
  utc: string;
}

/** A row at a wall clock with the UTC offset (in hours) that it must be read with. */
function at(date: string, time: string, offset: number, choice?: 'earlier' | 'later'): Case {
  const utc = new Date(Date.parse(`${date}T${time}:00Z`) - offset * 3_600_000).toISOString();
  const row: PlannedRow = {
    date,
    time,
    zone: ZONE,
    type: 'StopCharging',
    value: '',
    unit: 'W',
    meant: '',
  };
  if (choice === undefined) return { row, utc };
  const { question, instant } = readTrigger(row);
  // The wall clock is ambiguous: the operator is asked, and nothing is guessed.
  expect(instant).toBeNull();
  expect(question?.choices).toHaveLength(2);
  const meant = question?.choices[choice === 'earlier' ? 0 : 1]?.instant ?? '';
  return { row: { ...row, meant }, utc };
}

function casesOf(march: string, october: string): Case[] {
  const winter = 1;
  const summer = 2;
  return [
    ...['01:30', '02:30', '03:30'].map((time) => at(shift(march, -1), time, winter)),
    at(march, '01:30', winter),
    // 02:00 to 02:59 is skipped: 02:30 with the winter offset is 01:30 UTC, 03:30 on the new clock; 02:40
    // with the summer offset is 00:40 UTC, 01:40 on the old one.
    at(march, '02:30', winter, 'later'),
    at(march, '02:40', summer, 'earlier'),
    at(march, '03:35', summer),
    ...['01:30', '02:30', '03:30'].map((time) => at(shift(march, 1), time, summer)),
    ...['01:30', '02:30', '03:30'].map((time) => at(shift(october, -1), time, summer)),
    at(october, '01:30', summer),
    // 02:30 occurs twice, an hour apart.
    at(october, '02:30', summer, 'earlier'),
    at(october, '02:30', winter, 'later'),
    at(october, '03:30', winter),
    ...['01:30', '02:30', '03:30'].map((time) => at(shift(october, 1), time, winter)),
  ];
}

let gridhelm: Gridhelm;
let operator: OperatorClient;
let collectiveId = '';

beforeAll(async () => {
  gridhelm = await Gridhelm.start();
  operator = await new OperatorClient(gridhelm.origin).signIn();
  const { collectives } = await operator.read(
    DirectoryCollectives,
    CONSOLE_ROUTES.collectives.path,
  );
  collectiveId = collectives.find((collective) => collective.type === 'Fleet')?.id ?? '';
});
afterAll(async () => {
  await gridhelm.dispose();
});

async function clockNow(): Promise<number> {
  const answer = await fetch(`${gridhelm.controlUrl}/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ advanceMs: 0 }),
  });
  return ClockAnswer.parse(await answer.json()).nowMs;
}

/** Advances the service's clock to an instant, never beyond it, since real seconds pass too. */
async function driveTo(ms: number): Promise<void> {
  for (;;) {
    const left = ms - (await clockNow());
    if (left <= 0) return;
    await gridhelm.advanceClock(Math.min(left, STEP_MS));
  }
}

async function statusOf(command: { entityId: string; commandId: string }): Promise<string> {
  const path = PROXY_PREFIX + fillPath(ENDPOINTS.getCommand.path, command);
  return (await operator.read(Command, path)).status;
}

test('Commands planned over the last Sundays of March and October trigger at the right instants', async () => {
  const nowMs = Date.now();
  const year = new Date(nowMs).getUTCFullYear();
  const upcoming = (month: number): string =>
    [year, year + 1]
      .map((each) => lastSunday(each, month))
      // Two days of room for the rows of the day before.
      .find((date) => Date.parse(date) - 2 * DAY_MS > nowMs) ?? '';
  const [march, october] = [upcoming(3), upcoming(10)];
  const cases = casesOf(march, october).toSorted((a, b) => a.utc.localeCompare(b.utc));
  expect(new Set(cases.map(({ utc }) => utc)).size).toBe(cases.length);

  const items = cases.map(({ row }) => scheduledRow(row));
  const id = randomUUID();
  const path = PROXY_PREFIX + fillPath(ENDPOINTS.scheduleCommands.path, { collectiveId });
  const answer = await operator.call('POST', path, {
    body: items,
    headers: { [IDEMPOTENCY_HEADER]: id },
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);

  // The console kept the entered time, and its instant in UTC.
  const { batch, rows } = await operator.batch(id);
  expect(batch.items.map(({ triggerTime }) => triggerTime)).toEqual(cases.map(({ utc }) => utc));
  expect(batch.items.map(({ plannedAs }) => plannedAs?.wallClock)).toEqual(
    cases.map(({ row }) => `${row.date}T${row.time}`),
  );
  const { items: planned } = await operator.read(Schedule, CONSOLE_ROUTES.schedule.path);
  expect(planned.map(({ triggerTime }) => new Date(triggerTime).toISOString()).toSorted()).toEqual(
    cases.map(({ utc }) => utc),
  );

  // One device's Command per planned row, from the Service.
  const entityId = rows[0]?.entityId ?? '';
  const commands = cases.map(({ utc }) => {
    const found = rows.filter(
      (row) => row.entityId === entityId && Date.parse(row.triggerTime ?? '') === Date.parse(utc),
    );
    expect([utc, found.length]).toEqual([utc, 1]);
    return { utc, entityId, commandId: found[0]?.commandId ?? '' };
  });
  const seen: { utc: string; before: string; after: string }[] = [];
  for (const { utc, ...command } of commands) {
    const ms = Date.parse(utc);
    await driveTo(ms - READING_MS);
    const before = await statusOf(command);
    expect(await clockNow()).toBeLessThan(ms);
    // Each device reacts a different number of seconds after its trigger time.
    await driveTo(ms + REACTION_MS);
    seen.push({ utc, before, after: await statusOf(command) });
  }
  console.log(seen.map(({ utc, before, after }) => `${utc}: ${before} → ${after}`).join('\n'));
  expect(seen.map(({ before }) => before)).toEqual(cases.map(() => 'Pending'));
  expect(seen.filter(({ after }) => after === 'Pending')).toEqual([]);
}, 120_000);
