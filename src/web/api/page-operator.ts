import type { Operator } from '../../contract/console/session.ts';

let shown: Operator | null = null;

/** The operator for whom this page was opened, or null before anybody signs in. Every request names them. */
export function pageOperator(): Operator | null {
  return shown;
}

/** Notes for whom the page is opened: only on entering the console, and null on signing out. */
export function showPageOf(operator: Operator | null): void {
  shown = operator;
}
