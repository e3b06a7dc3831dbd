declare module '../../platform/db/transaction-events.ts' {
  interface SiteEvents {
    companies: CompanyEvent;
  }
}

/** A merge, published before the companies or people are locked. References to `from` must be changed to `into`. */
type MergeEvent<Type extends string> = {
  readonly type: Type;
  readonly from: string;
  readonly into: string;
  readonly actorId: string;
  readonly at: Date;
};

/** Events of this feature, published inside the transaction of the change. */
export type CompanyEvent = MergeEvent<'companies.merging'> | MergeEvent<'people.merging'>;
