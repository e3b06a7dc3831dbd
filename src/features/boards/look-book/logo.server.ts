import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { type Handler, command, query, upload } from '../../../platform/http/handlers.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import { toLogo } from '../../media/commands.server.ts';
import { FILE_EMPTY, PICTURE_BYTES_REQUIRED, TOO_MANY_PICTURES } from '../../media/messages.ts';
import { LOGO } from '../../media/schema.ts';
import * as routes from './contract.ts';
import type { LookBookLogo } from './document/look-book.ts';

const FILE = 'logo.png';

async function findLogo(db: Db, userId: string) {
  return db.selectFrom('look_book_logos').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

async function getOwnLogo(db: Db, { id }: { readonly id: string }) {
  const logo = await findLogo(db, id);
  return {
    logo: logo ? { alt: logo.alt, src: `data:image/png;base64,${logo.content.toString('base64')}` } : null,
  };
}

/** Writes the logo of an account into the folder of a look-book. Returns what the document needs of it; null without one. */
export async function writeLogo(db: Db, userId: string, folder: string): Promise<LookBookLogo | null> {
  const logo = await findLogo(db, userId);
  if (!logo) return null;
  await writeFile(path.join(folder, FILE), logo.content);
  const { alt, width, height, ground } = logo;
  return { file: FILE, alt, width, height, ground: ground as LookBookLogo['ground'] };
}

export const logoHandlers: readonly Handler[] = [
  query(routes.ownLogo, getOwnLogo),
  upload(
    routes.saveLogo,
    {
      maxBytes: LOGO.maxBytes,
      maxConcurrent: { total: 2, perAccount: 1 },
      busy: { message: TOO_MANY_PICTURES, retryAfter: 5 },
      unsupportedMessage: PICTURE_BYTES_REQUIRED,
    },
    async ({ db, actor, at }, { alt }, content) => {
      if (content.length === 0) throw new ApiError('INVALID', FILE_EMPTY);
      const { png, ...details } = await toLogo(content);
      const row = { ...details, content: Buffer.from(png), alt, updated_at: at };
      await db.transaction().execute(async (trx) => {
        await lockCaller(trx, actor);
        await trx
          .insertInto('look_book_logos')
          .values({ user_id: actor.id, ...row })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
          .execute();
      });
      return getOwnLogo(db, actor);
    },
  ),
  command(routes.deleteLogo, async ({ trx, actor }) => {
    await trx.deleteFrom('look_book_logos').where('user_id', '=', actor.id).execute();
  }),
];
