import { sql } from 'kysely';
import { type PersonalDataSection, readRows } from '../../../platform/feature/personal-data-section.ts';

export const SCRIPT_DATA: readonly PersonalDataSection[] = [
  {
    name: 'board-scripts',
    description: 'The headings and places of scripts that are saved with your boards',
    covers: [],
    read: (db, { id }) =>
      readRows(
        db,
        sql`
          select b.id as board_id, s.saved_at, s.breakdown from boards b join board_scripts s on s.board_id = b.id
          where b.user_id = ${id} and b.deleted_at is null order by b.created_at, b.id`,
      ),
  },
];
