const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** The short name of a weekday. @param weekday 1 Monday to 7 Sunday */
export function weekdayName(weekday: number): string {
  return WEEKDAYS[weekday - 1] ?? '';
}

/** Weekdays in short: "Mon–Fri", "Sat, Sun"; null is every day. */
export function weekdaysLabel(weekdays: readonly number[] | null): string {
  if (weekdays === null) return 'every day';
  const runs: number[][] = [];
  for (const day of weekdays.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.at(-1) === day - 1) last.push(day);
    else runs.push([day]);
  }
  return runs
    .flatMap((run) => {
      const [first = 0, last = 0] = [run[0], run.at(-1)];
      return run.length > 2
        ? [`${weekdayName(first)}–${weekdayName(last)}`]
        : run.map((day) => weekdayName(day));
    })
    .join(', ');
}
