import type { z } from 'zod';
import type { Db, Trx } from '../db/transaction.ts';
import type { PublishEvent, SiteEvent } from '../db/transaction-events.ts';
import type { Handler } from '../http/handlers.ts';
import type { Example } from '../http/openapi.ts';
import type { JobSender, Queue } from '../jobs/job-queue.ts';
import type { PersonalDataSection } from './personal-data-section.ts';
import type { Storage } from '../storage/storage.ts';

/** The context of periodic tasks. */
export interface TaskTools {
  readonly db: Db;
  readonly storage: Storage;
  readonly jobs: JobSender;
  readonly publishEvent: PublishEvent<SiteEvent>;
  readonly at: Date;
}

/** An account that is being deleted. */
export interface DeletedAccount {
  readonly userId: string;
  readonly email: string;
  /** The actor of the deletion; null for the command line. */
  readonly actorId: string | null;
  /** The new owner of objects of the whole team; null for nobody. */
  readonly heirId: string | null;
  readonly at: Date;
}

/** The data that a feature deletes with an account. */
interface AccountData {
  /** Counts it, for the question whether to delete the account. */
  readonly count?: (db: Db, account: { readonly id: string; readonly email: string }) => Promise<object>;
  /**
   * Deletes it in well under a second. Hides what is more, and returns its number of rows, which {@link deleteSome} deletes later.
   */
  readonly delete: (trx: Trx, account: DeletedAccount, publishEvent: PublishEvent<SiteEvent>) => Promise<number | void>;
  /** Deletes the next rows of a deleted account. @returns how many; 0 when none is left */
  readonly deleteSome?: (
    trx: Trx,
    account: Pick<DeletedAccount, 'userId' | 'actorId' | 'at'>,
    publishEvent: PublishEvent<SiteEvent>,
  ) => Promise<number>;
}

/** Everything that the server needs to know of a feature. The composition root derives its registries from the list of all features. */
export interface Feature {
  /** The handlers of its routes. */
  readonly handlers?: readonly Handler[];
  /** The tag of its routes in the API description, unless {@link withTag} gives them another. */
  readonly tag?: string;
  /** Handler of a published event, in the same transaction. */
  readonly subscriptions?: {
    readonly [Type in SiteEvent['type']]?: (trx: Trx, event: Extract<SiteEvent, { type: Type }>) => Promise<void>;
  };
  /** Its parts of the archive of personal data. */
  readonly personalData?: readonly PersonalDataSection[];
  readonly accountData?: AccountData;
  readonly queues?: readonly Pick<Queue, 'name' | 'retries' | 'expiresAfter'>[];
  /** Deletes what is past its retention, by name for the log. Each runs about once an hour, possibly in several processes at a time. */
  readonly cleanup?: Readonly<Record<string, (tools: TaskTools) => Promise<void>>>;
  /** Schemas that become components of the API description, by name. */
  readonly schemas?: Readonly<Record<string, z.ZodType>>;
  /** Examples of calls in the API description, by route, such as `GET /users`. */
  readonly examples?: Readonly<Record<string, Example>>;
}
