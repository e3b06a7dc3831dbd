/** Returns the title to display. The Locations Team may save a location without a title. */
export function getDisplayTitle(title: string): string {
  return title || 'Untitled';
}
