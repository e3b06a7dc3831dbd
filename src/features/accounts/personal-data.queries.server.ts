import { sql } from 'kysely';
import { type PersonalDataSection, readRows } from '../../platform/personal-data.ts';

/** The account, without the hashes of its password, sessions and links. */
export const ACCOUNT_DATA: readonly PersonalDataSection[] = [
  {
    name: 'account',
    description: 'Your account and contact details',
    covers: ['users.email'],
    read: (db, { id }) =>
      readRows(
        db,
        sql`
          select u.id, u.role, u.first_name, u.last_name, u.email, u.telephone1 as telephone, u.jobtitle as job_title,
            u.websiteurl as website, o.name as film_office, u.created_at, u.email_verified_at
          from users u left join options o on o.id = u.office_id where u.id = ${id}`,
      ),
  },
  {
    name: 'sessions',
    description: 'Where you are logged in at the moment',
    covers: ['sessions.user_id'],
    read: (db, { id }) =>
      readRows(db, sql`select created_at, last_used_at from sessions where user_id = ${id} order by created_at`),
  },
  {
    name: 'links',
    description: 'Links that we have mailed to you and that still work, without their secrets',
    covers: ['account_tokens.user_id', 'account_tokens.email'],
    read: (db, { id }) =>
      readRows(
        db,
        sql`select purpose, email, expires_at from account_tokens where user_id = ${id} order by expires_at`,
      ),
  },
  {
    name: 'mails',
    description: 'Mails that we have sent to your address in the last weeks',
    covers: ['outbox.recipient'],
    read: (db, { email }) =>
      readRows(
        db,
        sql`
          select kind, subject, created_at, sent_at from outbox where lower(recipient) = lower(${email})
          order by created_at`,
      ),
  },
];
