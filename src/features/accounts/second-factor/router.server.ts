import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { type CallContext, type RouteHandler, createHandler } from '../../../platform/http/route-handlers.ts';
import { requireActor } from '../../../platform/http/route-permission.ts';
import type { AccountDeps } from '../commands.server.ts';
import { getAccountById } from '../queries.server.ts';
import {
  addOwnPasskey,
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  removePasskey,
  replaceOwnRecoveryCodes,
  resetSecondFactors,
} from './commands.server.ts';
import * as routes from './contract.ts';
import { getNewPasskeyOptions, listStoredPasskeys } from './passkeys.commands.server.ts';
import { getSecondFactors } from './queries.server.ts';
import { type SecondFactorPolicy, requiresSecondFactor } from '../sessions/second-factor-policy.server.ts';
import { beginStep } from './steps.commands.server.ts';
import { OWN_SECOND_FACTORS, SECOND_FACTOR_REMOVED, SECOND_FACTORS_RESET } from '../messages.ts';

interface Deps extends AccountDeps {
  readonly db: Db;
  readonly secondFactor: SecondFactorPolicy;
  readonly now: () => Date;
}

/** Routes for users to set up their second factors, and for the Locations Team to reset those of others. */
export function secondFactorHandlers({ db, secondFactor, now, ...deps }: Deps): RouteHandler[] {
  const toContext = (call: CallContext) => ({ actor: requireActor(call), session: call.session, at: now() });
  const isRequired = async (call: CallContext) => {
    const { role } = await getAccountById(db, requireActor(call).id);
    return requiresSecondFactor(role, secondFactor);
  };
  return [
    createHandler(routes.ownSecondFactors, async (_input, call) => ({
      ...(await getSecondFactors(db, requireActor(call).id)),
      required: await isRequired(call),
    })),
    createHandler(routes.beginAuthenticator, (_input, call) =>
      db.transaction().execute((trx) => beginAuthenticator(trx, deps, toContext(call))),
    ),
    createHandler(routes.confirmAuthenticator, ({ code }, call) =>
      db.transaction().execute((trx) => confirmAuthenticator(trx, deps, toContext(call), code)),
    ),
    createHandler(routes.removeAuthenticator, async (_input, call) => {
      const required = await isRequired(call);
      await db.transaction().execute((trx) => removeAuthenticator(trx, deps, toContext(call), required));
      return { message: SECOND_FACTOR_REMOVED };
    }),
    createHandler(routes.beginPasskey, async (_input, call) => {
      const { id, email, first_name, last_name } = await getAccountById(db, requireActor(call).id);
      const token = await beginStep(db, 'add-passkey', id, now());
      const user = { id, email, name: `${first_name} ${last_name}` };
      return {
        token,
        passkey_options: await getNewPasskeyOptions(deps, user, token, await listStoredPasskeys(db, id)),
      };
    }),
    createHandler(routes.addPasskey, (input, call) =>
      db.transaction().execute((trx) => addOwnPasskey(trx, deps, toContext(call), input)),
    ),
    createHandler(routes.removePasskey, async ({ id }, call) => {
      const required = await isRequired(call);
      await db.transaction().execute((trx) => removePasskey(trx, deps, { ...toContext(call), id }, required));
      return { message: SECOND_FACTOR_REMOVED };
    }),
    createHandler(routes.replaceRecoveryCodes, async (_input, call) => ({
      recovery_codes: await db.transaction().execute((trx) => replaceOwnRecoveryCodes(trx, deps, toContext(call))),
    })),
    createHandler(routes.resetSecondFactors, async ({ id }, call) => {
      const actorId = requireActor(call).id;
      if (id === actorId) throw new ApiError('CONFLICT', OWN_SECOND_FACTORS);
      await db.transaction().execute((trx) => resetSecondFactors(trx, deps, { userId: id, actorId, at: now() }));
      return { message: SECOND_FACTORS_RESET };
    }),
  ];
}
