import { readConfig } from '../../src/platform/settings/config.ts';
import type { Db } from '../../src/platform/db/transaction.ts';
import type { PublishEvent } from '../../src/platform/db/transaction-events.ts';
import type { JobSender } from '../../src/platform/jobs/job-queue.ts';
import type { Storage } from '../../src/platform/storage/storage.ts';
import type { Api } from '../../src/platform/http/contract.ts';
import { type Services, bindHandlers } from '../../src/platform/http/handlers.ts';
import type { Feature } from '../../src/platform/feature/feature.ts';
import {
  type CallContext,
  type RouteHandler,
  createInProcessCaller,
  createJsonApi,
} from '../../src/platform/http/route-handlers.ts';
import type { Actor } from '../../src/platform/http/route-permission.ts';
import { createOutbox } from '../../src/platform/mail/outbox.ts';
import { createCallContext } from './call-context.ts';

/** Services of which tests need only a part. */
type Changes = Omit<Partial<Services>, 'jobs' | 'publishEvent' | 'storage'> & {
  readonly jobs?: Pick<JobSender, 'enqueue'>;
  readonly publishEvent?: PublishEvent<never>;
  readonly storage?: Partial<Storage>;
};

/** Returns the services of handlers: the clock is that of the machine, emails stay in the outbox, and nobody subscribes to events. Using another one throws. */
export function testServices(db: Db, changes: Changes = {}): Services {
  const services: Changes = {
    db,
    now: () => new Date(),
    site: readConfig({}).site,
    siteUrl: 'https://recce.example',
    queueMail: createOutbox({ enqueue: async () => {} }),
    publishEvent: async () => {},
    secondFactor: 'optional',
    singleSignOn: null,
    assertCanLogIn: () => {},
    ...changes,
  };
  return services as Services;
}

/** Returns the handlers of a feature, bound to services. */
export function featureHandlers(feature: Feature, services: Services): RouteHandler[] {
  return bindHandlers(feature.handlers ?? [], services);
}

/** Returns the API of some features, called in process as `actor`; null is an anonymous caller. */
export function featureApi(
  features: Feature | readonly Feature[],
  services: Services,
  actor: Actor | null,
  call?: Partial<CallContext>,
): Api {
  const handlers = [features].flat().flatMap((feature) => feature.handlers ?? []);
  return createJsonApi(createInProcessCaller(bindHandlers(handlers, services), createCallContext(actor, call)));
}
