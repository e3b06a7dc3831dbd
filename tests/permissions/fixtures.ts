import { createHash, randomBytes, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { addLocation } from '../support/locations.ts';
import { type BulkChangeMarks, addBulkChange } from '../support/bulk-changes.ts';
import { type ImportMarks, addImport } from '../support/imports.ts';
import { wordDocument } from '../support/word-documents.ts';
import { getLookBookKey } from '../../src/features/boards/look-book/storage-keys.server.ts';
import { getContentKey } from '../../src/features/boards/recce-files/storage-keys.server.ts';
import { DOCX_TYPE } from '../../src/features/documents/schema.ts';
import { addInvitation } from '../support/links.ts';
import { addPerson } from '../support/people.ts';
import type { Route } from '../../src/platform/http/contract.ts';
import { createSavedBreakdown } from '../support/saved-scripts.ts';
import type { Site } from '../support/site.ts';
import { solveAsBrowser } from '../support/solve-challenge.ts';
import type { VerificationAction } from '../../src/features/proof-of-work/schema.ts';
import { type TeamFixtures, createTeamFixtures } from './content.ts';
import { type OwnLocationMarks, type OwnLocationFixtures, addOwnLocation } from './own-location.ts';
import type { People } from './people.ts';

/** The objects of calls. They belong to the first scout or the first owner, or were created for one call. */
export interface Fixtures {
  readonly board: string;
  /** Of the board, with the location. */
  readonly section: string;
  /** A recce photograph of the location on the board. */
  readonly photograph: string;
  /** A file of the location on the board. */
  readonly file: string;
  /** Id of the board's owner. */
  readonly owner: string;
  /** Published, on the board. */
  readonly location: string;
  /** Published, on no board. */
  readonly otherLocation: string;
  readonly locationUrl: string;
  readonly share: string;
  /** Secret of the link in the email about the share. */
  readonly invitation: string;
  readonly link: string;
  /** A guest link of the board without a password, its secret, and one of its guests. */
  readonly guestLink: string;
  readonly guestSecret: string;
  readonly guest: string;
  /** A private board of the Locations Team. */
  readonly privateBoard: string;
  /** Of the private board, with the location. */
  readonly privateSection: string;
  readonly own: OwnLocationFixtures;
  /** A location that is likely the same as the one of the first owner. */
  readonly duplicate: string;
  readonly team: TeamFixtures;
  /** The preview of a bulk change that includes the location. */
  readonly bulkChange: string;
  /** A file with one row, which was checked: it changes the location. */
  readonly imported: string;
  /** About a registration. */
  readonly notification: string;
  /** An unused account. */
  readonly user: string;
  readonly userEmail: string;
  /** A session of the first scout. */
  readonly session: string;
  /** Tokens of links in emails to that account. */
  readonly resetToken: string;
  readonly verifyToken: string;
  /** A solved challenge. */
  solve(action: VerificationAction): Promise<string>;
}

/** Canaries to store in fixtures. */
export interface Marks {
  readonly note?: string;
  readonly tag?: string;
  readonly sectionNotes?: string;
  readonly scriptHeading?: string;
  readonly privateScriptHeading?: string;
  readonly file?: string;
  readonly photograph?: { readonly name: string; readonly caption: string; readonly alt: string };
  readonly sharedWith?: string;
  /** Beginning of the public link. */
  readonly link?: string;
  readonly guestLink?: { readonly name: string; readonly secret: string };
  readonly guest?: { readonly name: string; readonly role: string; readonly comment: string };
  readonly privateTitle?: string;
  readonly privateNote?: string;
  readonly privateSectionTitle?: string;
  readonly lookBook?: string;
  readonly lookBookWords?: { readonly made: string; readonly sent: string };
  readonly logo?: string;
  /** Further locations of the two boards. */
  readonly offline?: string;
  readonly unpublished?: string;
  readonly session?: { readonly device: string; readonly network: string };
  readonly own?: OwnLocationMarks;
  readonly bulkChange?: BulkChangeMarks;
  readonly imported?: ImportMarks;
  /** Title of an unpublished page. */
  readonly pageTitle?: string;
}

/** Fixtures that calls share until one of them may have changed something, so that calls do not affect each other. */
export class SharedFixtures {
  readonly #create: () => Promise<Fixtures>;
  #fixtures: Promise<Fixtures> | undefined;

  constructor(create: () => Promise<Fixtures>) {
    this.#create = create;
  }

  get(): Promise<Fixtures> {
    return (this.#fixtures ??= this.#create());
  }

  /** A rejected call must change nothing. */
  discardAfter({ method }: Pick<Route, 'method'>, status: number): void {
    if (method !== 'GET' && status < 400) this.#fixtures = undefined;
  }

  discard(): void {
    this.#fixtures = undefined;
  }
}

export async function createFixtures(site: Site, people: People, marks: Marks = {}): Promise<Fixtures> {
  const { db } = site;
  const [on, off] = await db
    .selectFrom('published_locations')
    .select(['id', 'locationurl'])
    .orderBy('id')
    .limit(2)
    .execute();
  const board = await addBoard(site, people.scoutA.id, {
    locations: [on!.id, marks.offline],
    note: marks.note,
    tag: marks.tag,
    sectionNotes: marks.sectionNotes,
    scriptHeading: marks.scriptHeading,
    link: `${marks.link ?? ''}${randomBytes(18).toString('base64url')}`,
  });
  const privateBoard = await addBoard(site, people.admin.id, {
    title: marks.privateTitle,
    locations: [on!.id, marks.unpublished],
    note: marks.privateNote,
    sectionTitle: marks.privateSectionTitle,
    scriptHeading: marks.privateScriptHeading,
    private: true,
  });
  const { id: share } = await db
    .insertInto('board_shares')
    .values({ board_id: board.id, email: marks.sharedWith ?? `${randomUUID()}@director.example` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const settings = JSON.stringify({ title: marks.lookBook ?? 'Sea stack thriller', format: 'PDF' });
  await db
    .insertInto('look_books')
    .values({
      board_id: board.id,
      user_id: people.scoutA.id,
      state: 'FAILED',
      settings,
      words: marks.lookBookWords ? [marks.lookBookWords.made] : null,
      requested_at: new Date(),
      finished_at: new Date(),
    })
    .execute();
  await db
    .insertInto('look_book_logos')
    .values({
      user_id: people.scoutA.id,
      content: await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
      width: 1,
      height: 1,
      ground: 'NONE',
      alt: marks.logo ?? 'Northlight Films',
      updated_at: new Date(),
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  const invitation = await addInvitation(db, share);
  const guestLink = await addGuestLink(site, { boardId: board.id, locationId: on!.id, marks });
  const user = await addPerson(db, 'SCOUT', { email_verified_at: null });
  const notification = await db
    .insertInto('notifications')
    .values({ type: 'SCOUT_REGISTERED', user_id: user.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const own = await addOwnLocation(site, people, marks.own ?? {});
  return {
    board: board.id,
    section: board.section,
    file: await addBoardFile(site, { boardId: board.id, locationId: on!.id, name: marks.file }),
    photograph: await addPhotograph(site, { boardId: board.id, locationId: on!.id, marks }),
    owner: people.scoutA.id,
    privateBoard: privateBoard.id,
    privateSection: privateBoard.section,
    location: on!.id,
    otherLocation: off!.id,
    locationUrl: on!.locationurl,
    share,
    invitation,
    link: board.link!,
    guestLink: guestLink.id,
    guestSecret: guestLink.secret,
    guest: guestLink.guest,
    own,
    duplicate: await addDuplicate(site, own.location),
    bulkChange: await addBulkChange(db, {
      userId: people.admin.id,
      locationId: own.location,
      marks: marks.bulkChange,
    }),
    imported: await addImport(db, { userId: people.admin.id, locationId: own.location, marks: marks.imported }),
    team: await createTeamFixtures(site, own.location, marks.pageTitle),
    notification: String(notification.id),
    user: user.id,
    userEmail: user.email,
    session: await addSession(site, people.scoutA.id, marks.session),
    resetToken: await addToken(site, user, 'reset-password'),
    verifyToken: await addToken(site, user, 'verify-email'),
    solve: async (action) => {
      const challenge = await fetch(`${site.url}/api/verification/challenge?action=${action}`);
      return solveAsBrowser((await challenge.json()) as Record<string, unknown>);
    },
  };
}

async function addDuplicate({ db }: Site, locationId: string): Promise<string> {
  const id = await addLocation(db, { title: 'Mill at the weir' });
  const [a_id, b_id] = [id, locationId].toSorted() as [string, string];
  await db.insertInto('duplicate_pairs').values({ a_id, b_id, score: 80, reasons: '{"title": 90}' }).execute();
  return id;
}

async function addBoard(
  { db }: Site,
  userId: string,
  board: {
    title?: string | undefined;
    locations: readonly (string | undefined)[];
    note?: string | undefined;
    tag?: string | undefined;
    sectionTitle?: string | undefined;
    sectionNotes?: string | undefined;
    scriptHeading?: string | undefined;
    link?: string;
    private?: boolean;
  },
): Promise<{ id: string; link: string | null; section: string }> {
  const {
    title = 'Sea stack thriller',
    locations,
    sectionNotes: notes = null,
    note = null,
    tag = 'Wheel',
    link = null,
    private: isPrivate = false,
  } = board;
  const added = await db
    .insertInto('boards')
    .values({ user_id: userId, title, private: isPrivate, link })
    .returning(['id', 'link'])
    .executeTakeFirstOrThrow();
  for (const [position, location_id] of locations.entries()) {
    if (location_id === undefined) continue;
    await db
      .insertInto('board_locations')
      .values({ board_id: added.id, location_id, position, note, tags: [tag] })
      .execute();
  }
  const { id: sectionId } = await db
    .insertInto('board_sections')
    .values({ board_id: added.id, title: board.sectionTitle ?? 'Scene 12', notes, position: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('board_section_locations')
    .values({ board_id: added.id, location_id: locations[0]!, section_id: sectionId, locked_in: true })
    .execute();
  await db
    .insertInto('board_scripts')
    .values({
      board_id: added.id,
      version: 1,
      breakdown: JSON.stringify(createSavedBreakdown(board.scriptHeading)),
      saved_at: new Date(),
    })
    .execute();
  return { ...added, section: sectionId };
}

async function addPhotograph(
  { db }: Site,
  { boardId, locationId, marks }: { boardId: string; locationId: string; marks: Marks },
): Promise<string> {
  const texts = marks.photograph ?? { name: 'lade.jpg', caption: 'The lade', alt: 'Water beside a wall' };
  const { sha256 } = await db.selectFrom('pictures').select('sha256').limit(1).executeTakeFirstOrThrow();
  const row = { board_id: boardId, location_id: locationId, sha256, bytes: 1000, created_at: new Date(), ...texts };
  const { id } = await db.insertInto('board_photographs').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

async function addBoardFile(
  { db, storage }: Site,
  { boardId, locationId, name = 'permit' }: { boardId: string; locationId: string; name: string | undefined },
): Promise<string> {
  const content_id = randomUUID();
  const content = Buffer.from(wordDocument());
  await storage.put(getContentKey(content_id), content);
  const { id } = await db
    .insertInto('board_files')
    .values({
      board_id: boardId,
      location_id: locationId,
      content_id,
      name: `${name}.docx`,
      content_type: DOCX_TYPE,
      bytes: content.length,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function addGuestLink(
  { db, storage }: Site,
  { boardId, locationId, marks }: { boardId: string; locationId: string; marks: Marks },
) {
  const { name = 'Director', secret = '' } = marks.guestLink ?? {};
  const { comment, ...guestName } = marks.guest ?? { name: 'Isla Reid', role: 'Director', comment: 'At low tide' };
  const link = await db
    .insertInto('board_guest_links')
    .values({
      board_id: boardId,
      name,
      secret: (secret + randomBytes(32).toString('base64url')).slice(0, 43),
      can_answer: true,
      can_download: true,
      shows_answers: false,
      created_at: new Date(),
    })
    .returning(['id', 'secret'])
    .executeTakeFirstOrThrow();
  const look_book_id = randomUUID();
  await storage.put(getLookBookKey(look_book_id), Buffer.from('%PDF-1.7'));
  await db
    .insertInto('sent_look_books')
    .values({ link_id: link.id, look_book_id, title: 'Mills', bytes: 8, words: [marks.lookBookWords?.sent ?? ''] })
    .execute();
  const { id: guest } = await db
    .insertInto('board_guests')
    .values({
      link_id: link.id,
      token_hash: randomBytes(32),
      has_password: true,
      ...guestName,
      first_opened_at: new Date(),
      last_opened_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('board_answers')
    .values({
      guest_id: guest,
      board_id: boardId,
      location_id: locationId,
      answer: 'YES',
      comment,
      answered_at: new Date(),
    })
    .execute();
  return { ...link, guest };
}

async function addSession({ db }: Site, userId: string, origin: Marks['session']): Promise<string> {
  const [key_hash, token_hash] = [randomBytes(32), randomBytes(32)];
  const { id } = await db
    .insertInto('sessions')
    .values({ user_id: userId, key_hash, token_hash, ...origin })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function addToken(
  { db }: Site,
  { id, email }: { id: string; email: string },
  purpose: 'reset-password' | 'verify-email',
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('account_tokens')
    .values({
      token_hash: createHash('sha256').update(token).digest(),
      user_id: id,
      email,
      purpose,
      expires_at: new Date(Date.now() + 60_000),
    })
    .execute();
  return token;
}
