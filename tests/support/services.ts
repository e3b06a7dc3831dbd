import { readConfig } from '../../src/platform/settings/config.ts';
import type { Db } from '../../src/platform/db/transaction.ts';
import type { Api } from '../../src/platform/http/contract.ts';
import { type Services, bindHandlers } from '../../src/platform/http/handlers.ts';
import type { Feature } from '../../src/platform/feature/feature.ts';
import { type CallContext, createInProcessCaller, createJsonApi } from '../../src/platform/http/route-handlers.ts';
import type { Actor } from '../../src/platform/http/route-permission.ts';
import { createOutbox } from '../../src/platform/mail/outbox.ts';
import { createCallContext } from './call-context.ts';

/** Returns the services of handlers: the clock is that of the machine, emails stay in the outbox, and nobody subscribes to events. Using another one throws. */
export function testServices(db: Db, changes: Partial<Services> = {}): Services {
  const services: Partial<Services> = {
    db,
    now: () => new Date(),
    site: readConfig({}).site,
    siteUrl: 'https://recce.example',
    queueMail: createOutbox({ enqueue: async () => {} }),
    publishEvent: async () => {},
    ...changes,
  };
  return services as Services;
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
