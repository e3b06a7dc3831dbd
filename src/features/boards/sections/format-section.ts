/** Names a section within a sentence; undefined for the locations without one. */
export function formatSection(section: { readonly title: string } | undefined): string {
  return section ? `‘${section.title}’` : 'the locations without a section';
}
