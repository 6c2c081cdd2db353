/** Gives the operator a text as a file. */
export function downloadText(name: string, text: string, type: string): void {
  saveContent(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Gives the operator content as a file. */
export function saveContent(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the content by the time of the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
