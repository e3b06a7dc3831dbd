/** Returns the name of an image in lists and dialogs. @param index position, from 0 */
export function getImageName(
  { name, caption }: { readonly name?: string | null; readonly caption: string | null },
  index: number,
): string {
  return name ?? caption ?? `Picture ${index + 1}`;
}
