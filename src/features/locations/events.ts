declare module '../../platform/db/transaction-events.ts' {
  interface SiteEvents {
    locations: LocationEvent;
  }
}

/** Events of the locations feature, published inside the transaction of the change. */
export type LocationEvent =
  | { readonly type: 'locations.published'; readonly ids: readonly string[] }
  | { readonly type: 'locations.taken-offline'; readonly ids: readonly string[] }
  /** Before the locations are locked, so that subscribers can lock their rows first. */
  | { readonly type: 'locations.deleting'; readonly ids: readonly string[]; readonly at: Date }
  /** Published before the locations are locked. References to `from` must be changed to `into`. */
  | { readonly type: 'locations.merging'; readonly from: string; readonly into: string; readonly at: Date }
  /** With the ids of the published locations that have the option. */
  | { readonly type: 'option.renamed'; readonly ids: readonly string[] };
