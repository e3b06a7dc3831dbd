import type { z } from 'zod';
import { argon2id } from '../../src/features/accounts/passwords/hashing.server.ts';
import { boardFeature } from '../../src/features/boards/feature.ts';
import * as routes from '../../src/features/boards/guests/contract.ts';
import type { guestLinkSettings } from '../../src/features/boards/guests/schema.ts';
import { createProofOfWork } from '../../src/features/proof-of-work/commands.server.ts';
import type { Db } from '../../src/platform/db/transaction.ts';
import type { Actor } from '../../src/platform/http/route-permission.ts';
import { boardServices } from './boards.ts';
import { featureApi } from './services.ts';
import { LOW_COST, solveAsBrowser } from './solve-challenge.ts';

/** Returns the boards API of an owner with a clock, and what its guests do in their browsers. */
export function openGuests(db: Db, owner: Actor) {
  const verification = createProofOfWork(db, LOW_COST);
  const clock = { now: new Date() };
  const services = { ...boardServices(db), now: () => clock.now, verification, passwords: argon2id };
  const api = featureApi(boardFeature, services, owner);

  /** Returns the API as a guest's browser calls it, with its cookie. */
  const openBrowser = () => {
    const browser = { cookie: undefined as string | undefined };
    const call = {
      getCookie: () => browser.cookie,
      setCookie: (_name: string, value: string) => void (browser.cookie = value),
    };
    return Object.assign(browser, { api: featureApi(boardFeature, services, null, call) });
  };
  const addLink = async (id: string, settings: Partial<z.input<typeof guestLinkSettings>> = {}) => {
    // They are listed by this time.
    clock.now = new Date(clock.now.getTime() + 1);
    const links = await api(routes.createGuestLink, { id, name: 'Director', ...settings });
    return links.at(-1)!;
  };
  const giveName = async ({ api: asGuest }: ReturnType<typeof openBrowser>, secret: string, name = 'Isla Reid') => {
    const solution = await solveAsBrowser(await verification.challenge('NameGuest'));
    await asGuest(routes.nameGuest, { secret, name, role: 'Director', verification: solution });
  };
  /** Opens a link in a new browser, and gives a name. */
  const enter = async (secret: string, name: string) => {
    const browser = openBrowser();
    await giveName(browser, secret, name);
    return browser;
  };
  return Object.assign(clock, { services, api, openBrowser, addLink, giveName, enter });
}
