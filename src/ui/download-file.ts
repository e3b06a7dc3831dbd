/** Makes the browser save a file, as a link with a `download` attribute does. */
export function downloadFile({ name, content }: { readonly name: string; readonly content: Blob }): void {
  const url = URL.createObjectURL(content);
  downloadUrl(url, name);
  // The browser has started the download by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Makes the browser save what a URL of the site returns. It is written to disk as it arrives: a file of any size. */
export function downloadUrl(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
