/**
 * Runs in a page: ends and prevents its animations. A half-faded colour has no contrast, what moves cannot be pressed yet,
 * and a pulse is painted 60 times a second.
 */
export function keepStill(): void {
  if (document.adoptedStyleSheets.length > 0) return;
  const still = new CSSStyleSheet();
  still.replaceSync(
    '*, *::before, *::after { transition: none !important; animation: none !important; }',
  );
  document.adoptedStyleSheets.push(still);
}
