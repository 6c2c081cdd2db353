import type { KeyboardEvent } from 'react';

/** The arrow keys reach elements with this attribute. */
const ROW = '[data-row]';
const FIND = 'input[type="search"]';

/** Arrow keys, Home and End move the focus between the rows of an element and its search field. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(ROW)];
  const field = event.currentTarget.querySelector<HTMLElement>(FIND);
  const at = rows.findIndex((row) => row === document.activeElement);
  const typing = field !== null && field === document.activeElement;
  const to = target(event.key, rows, at, field);
  if (to === undefined || (typing && event.key !== 'ArrowDown')) return;
  event.preventDefault();
  to.focus();
}

function target(
  key: string,
  rows: readonly HTMLElement[],
  at: number,
  field: HTMLElement | null,
): HTMLElement | undefined {
  if (key === 'ArrowDown') return rows[Math.min(at + 1, rows.length - 1)];
  if (key === 'ArrowUp') return at > 0 ? rows[at - 1] : (field ?? undefined);
  if (key === 'Home') return rows[0];
  if (key === 'End') return rows.at(-1);
  return undefined;
}
