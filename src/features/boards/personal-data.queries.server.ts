import { sql } from 'kysely';
import { type PersonalDataSection, readRows } from '../../platform/feature/personal-data-section.ts';

export const BOARD_DATA: readonly PersonalDataSection[] = [
  {
    name: 'boards',
    description: 'Your boards',
    covers: ['boards.user_id'],
    read: (db, { id }) =>
      readRows(
        db,
        sql`
          select id, title, private, created_at, updated_at, archived_at, link is not null as has_public_link,
            (select count(*) from board_locations where board_id = b.id) as locations
          from boards b where user_id = ${id} and deleted_at is null order by created_at, id`,
      ),
  },
  {
    name: 'board-sections',
    description: 'The sections of your boards in their order, with your notes',
    covers: [],
    read: (db, { id }) =>
      readRows(
        db,
        sql`
          select b.id as board_id, s.id as section_id, s.title, s.notes
          from boards b join board_sections s on s.board_id = b.id
          where b.user_id = ${id} and b.deleted_at is null order by b.created_at, b.id, s.position, s.id`,
      ),
  },
  {
    name: 'board-locations',
    description: 'The locations of your boards in their order, with their sections, your notes and tags',
    covers: [],
    read: (db, { id }) =>
      readRows(
        db,
        sql`
          select b.id as board_id, bl.location_id, p.title as location, sl.section_id, sl.locked_in, bl.note, bl.state, bl.cost,
            bl.cost_days, bl.tags, bl.added_at,
            (select jsonb_agg(image_id order by position) from board_location_images
             where board_id = bl.board_id and location_id = bl.location_id) as chosen_photographs
          from boards b join board_locations bl on bl.board_id = b.id left join published_locations p on p.id = bl.location_id
            left join board_section_locations sl on sl.board_id = bl.board_id and sl.location_id = bl.location_id
          where b.user_id = ${id} and b.deleted_at is null
          order by b.created_at, b.id, bl.position, bl.added_at, bl.location_id`,
      ),
  },
  {
    name: 'board-photographs',
    description: 'The recce photographs of the locations of your boards, with their captions',
    covers: [],
    read: (db, { id }) =>
      readRows(
        db,
        sql`
          select b.id as board_id, f.location_id, f.name, f.bytes, f.caption, f.alt, f.created_at
          from boards b join board_photographs f on f.board_id = b.id
          where b.user_id = ${id} and b.deleted_at is null order by b.created_at, b.id, f.created_at, f.id`,
      ),
  },
  {
    name: 'board-files',
    description: 'The files of the locations of your boards',
    covers: [],
    read: (db, { id }) =>
      readRows(
        db,
        sql`
          select b.id as board_id, f.location_id, f.name, f.content_type, f.bytes, f.created_at
          from boards b join board_files f on f.board_id = b.id
          where b.user_id = ${id} and b.deleted_at is null order by b.created_at, b.id, f.created_at, f.id`,
      ),
  },
  {
    name: 'board-shares',
    description: 'The addresses that you share boards with',
    covers: ['share_mail_log.user_id'],
    read: (db, { id }) =>
      readRows(
        db,
        sql`
          select b.id as board_id, s.email, s.may_edit, s.created_at from boards b join board_shares s on s.board_id = b.id
          where b.user_id = ${id} and b.deleted_at is null order by b.created_at, b.id, s.created_at, s.email`,
      ),
  },
  {
    name: 'board-guest-links',
    description: 'The guest links of your boards, with the guests who gave their names',
    covers: [],
    read: (db, { id }) =>
      readRows(
        db,
        sql`
          select b.id as board_id, l.name, l.password_hash is not null as has_password, l.expires_on, l.can_answer, l.answers_until,
            l.can_download, l.shows_answers, l.shows_notes,
            (select title from sent_look_books where link_id = l.id) as look_book, l.created_at, l.first_opened_at, l.last_opened_at,
            (select jsonb_agg(jsonb_build_object('name', name, 'role', role, 'first_opened_at', first_opened_at,
              'last_opened_at', last_opened_at) order by first_opened_at, id)
             from board_guests where link_id = l.id and name is not null) as guests
          from boards b join board_guest_links l on l.board_id = b.id
          where b.user_id = ${id} and b.deleted_at is null order by b.created_at, b.id, l.created_at, l.id`,
      ),
  },
  {
    name: 'board-answers',
    description: 'What guests say about the locations of your boards and their photographs',
    covers: ['board_answer_mails.user_id'],
    read: (db, { id }) =>
      readRows(
        db,
        sql`
          select b.id as board_id, l.name as link, g.name, g.role, a.location_id, a.image_id, a.answer, a.comment, a.answered_at
          from boards b join board_answers a on a.board_id = b.id join board_guests g on g.id = a.guest_id
            join board_guest_links l on l.id = g.link_id
          where b.user_id = ${id} and b.deleted_at is null
          order by b.created_at, b.id, a.location_id, a.image_id nulls first, g.first_opened_at, g.id`,
      ),
  },
  {
    name: 'look-book-logo',
    description: 'Your logo for look-books, as PNG in base64',
    covers: ['look_book_logos.user_id'],
    read: (db, { id }) =>
      readRows(
        db,
        sql`
          select alt, width, height, updated_at, encode(content, 'base64') as png
          from look_book_logos where user_id = ${id}`,
      ),
  },
  {
    name: 'look-books',
    description: 'The look-books that you have made of boards',
    covers: ['look_books.user_id', 'look_book_previews.user_id'],
    read: (db, { id }) =>
      readRows(
        db,
        sql`
          select board_id, settings, state, requested_at, finished_at, bytes, expires_at
          from look_books where user_id = ${id} order by requested_at, id`,
      ),
  },
  {
    name: 'shared-boards',
    description: 'Boards of others that are shared with your email address',
    covers: ['board_shares.email'],
    read: (db, { email }) =>
      readRows(
        db,
        sql`
          select b.id as board_id, b.title, s.may_edit, s.created_at as shared_at from board_shares s join boards b on b.id = s.board_id
          where lower(s.email) = lower(${email}) and b.deleted_at is null order by s.created_at, b.id`,
      ),
  },
];
