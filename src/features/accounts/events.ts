declare module '../../platform/db/transaction-events.ts' {
  interface SiteEvents {
    accounts: AccountEvent;
  }
}

/** Events that other features subscribe to. */
export type AccountEvent = AccountDeletedEvent | PasswordReplacedEvent | AccountRefusedEvent;

/** Subscribers delete the data of the person. */
export interface AccountDeletedEvent {
  readonly type: 'account.deleted';
  readonly userId: string;
  /** The deleted email address, with which boards may be shared. */
  readonly email: string;
  /** The admin or person who deleted it; null for the command line. */
  readonly actorId: string | null;
  /** The admin who gets what belongs to the Locations Team; null if there is none, for the command line and for other roles. */
  readonly heirId: string | null;
  readonly at: Date;
}

/** Subscribers end whatever acts in the name of the person, since somebody else may have known the old password. */
export interface PasswordReplacedEvent {
  readonly type: 'account.password-replaced';
  readonly userId: string;
  readonly at: Date;
}

/** The provider of single sign-on no longer gives somebody a role. Subscribers end what gives access besides sessions. */
interface AccountRefusedEvent {
  readonly type: 'account.refused';
  readonly userId: string;
  readonly at: Date;
}
