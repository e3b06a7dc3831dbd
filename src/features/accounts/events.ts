/** Events that other features subscribe to. */
export interface AccountEvent {
  /** Subscribers delete the data of the person. */
  readonly type: 'account.deleted';
  readonly userId: string;
  /** The deleted address, with which boards may be shared. */
  readonly email: string;
  /** The admin who deleted it; null for the command line. */
  readonly actorId: string | null;
  readonly at: Date;
}
