import type { ErrorItem } from '../contract/error-body.ts';

/** The text of one item of an error body: its message and its description; null if it has neither. */
export function errorWords({ message, description }: ErrorItem): string | null {
  const texts = [message, description].filter(
    (part, at, parts) => part !== null && part.trim() !== '' && parts.indexOf(part) === at,
  );
  return texts.length === 0 ? null : texts.join(' – ');
}
