/** Events that other features subscribe to. */
export type AccountEvent = AccountDeletion | AccountRefusal;

export interface AccountDeletion {
  /** Subscribers delete the data of the person. */
  readonly type: 'account.deleted';
  readonly userId: string;
  /** The deleted address, with which boards may be shared. */
  readonly email: string;
  /** Who deleted it: an admin, or the person; null for the command line. */
  readonly actorId: string | null;
  /** The admin who gets what belongs to the Locations Team; null if there is none, for the command line and for other roles. */
  readonly heirId: string | null;
  readonly at: Date;
}

/** The provider of single sign-on no longer gives somebody a role. */
interface AccountRefusal {
  /** Subscribers end what gives access besides sessions. */
  readonly type: 'account.refused';
  readonly userId: string;
  readonly at: Date;
}
