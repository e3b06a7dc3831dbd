/** Facts that the locations feature announces, inside the transaction that makes them true. */
export type LocationEvent =
  | { readonly type: 'locations.published'; readonly ids: readonly string[] }
  | { readonly type: 'locations.taken-offline'; readonly ids: readonly string[] }
  /** Before they are locked, so that whoever holds places for them can lock those first. */
  | { readonly type: 'locations.deleting'; readonly ids: readonly string[]; readonly at: Date }
  /** With the published locations that have the option. */
  | { readonly type: 'option.renamed'; readonly ids: readonly string[] };
