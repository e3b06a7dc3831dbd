/** What other features may have to follow. */
export interface AccountEvent {
  /** Everything that is the person's own goes with the account. */
  readonly type: 'account.deleted';
  readonly userId: string;
  /** What the address was, by which others may have shared with them. */
  readonly email: string;
  /** The admin who deleted it. */
  readonly actorId: string;
  readonly at: Date;
}
