/** Downloads a text as a file. */
export function downloadText(name: string, text: string, type: string): void {
  saveContent(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Downloads content as a file. */
export function saveContent(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the content by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
