/** What a working copy is called wherever people read of it: one that the Locations Team has saved without a title has none. */
export function getShownTitle(title: string): string {
  return title || 'Untitled';
}
