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
    description: 'The locations of your boards in their order, with their sections and your notes',
    covers: [],
    read: (db, { id }) =>
      readRows(
        db,
        sql`
          select b.id as board_id, bl.location_id, p.title as location, sl.section_id, sl.locked_in, bl.note, bl.state, bl.added_at
          from boards b join board_locations bl on bl.board_id = b.id left join published_locations p on p.id = bl.location_id
            left join board_section_locations sl on sl.board_id = bl.board_id and sl.location_id = bl.location_id
          where b.user_id = ${id} and b.deleted_at is null
          order by b.created_at, b.id, bl.position, bl.added_at, bl.location_id`,
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
    name: 'look-books',
    description: 'The look-books that you have made of boards',
    covers: ['look_books.user_id'],
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
