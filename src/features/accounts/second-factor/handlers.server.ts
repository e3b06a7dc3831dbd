import { ApiError } from '../../../platform/http/contract.ts';
import { type Handler, action, command, query } from '../../../platform/http/handlers.ts';
import { OWN_SECOND_FACTORS, SECOND_FACTOR_REMOVED, SECOND_FACTORS_RESET } from '../messages.ts';
import { getAccountById } from '../queries.server.ts';
import { requiresSecondFactor } from '../sessions/second-factor-policy.server.ts';
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
import { beginStep } from './steps.commands.server.ts';

/** Handlers for users to set up their second factors, and for the Locations Team to reset those of others. */
export const secondFactorHandlers: readonly Handler[] = [
  query(routes.ownSecondFactors, async (db, caller, _input, { secondFactor }) => {
    const { role } = await getAccountById(db, caller.id);
    return { ...(await getSecondFactors(db, caller.id)), required: requiresSecondFactor(role, secondFactor) };
  }),
  command(routes.beginAuthenticator, beginAuthenticator),
  command(routes.confirmAuthenticator, confirmAuthenticator),
  command(routes.removeAuthenticator, removeAuthenticator, SECOND_FACTOR_REMOVED),
  action(routes.beginPasskey, async (context) => {
    const { db, actor, at } = context;
    const { id, email, first_name, last_name } = await getAccountById(db, actor.id);
    const token = await beginStep(db, 'add-passkey', id, at);
    const user = { id, email, name: `${first_name} ${last_name}` };
    const passkey_options = await getNewPasskeyOptions(context, user, token, await listStoredPasskeys(db, id));
    return { token, passkey_options };
  }),
  command(routes.addPasskey, addOwnPasskey),
  command(routes.removePasskey, removePasskey, SECOND_FACTOR_REMOVED),
  command(routes.replaceRecoveryCodes, replaceOwnRecoveryCodes),
  command(
    routes.resetSecondFactors,
    async (context, { id }) => {
      const { trx, actor, at } = context;
      if (id === actor.id) throw new ApiError('CONFLICT', OWN_SECOND_FACTORS);
      await resetSecondFactors(trx, context, { userId: id, actorId: actor.id, at });
    },
    SECOND_FACTORS_RESET,
  ),
];
