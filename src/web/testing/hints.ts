/** What has a hint of this text, or of a text like it; as in the console, hints themselves are drawn once. */
export function hinted(text: string | RegExp): Element[] {
  return [...document.querySelectorAll('[data-hint]')].filter((element) => {
    const hint = element.getAttribute('data-hint') ?? '';
    return typeof text === 'string' ? hint === text : text.test(hint);
  });
}
