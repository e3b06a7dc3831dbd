import { sql } from 'kysely';
import { type PersonalDataSection, readRows } from '../../platform/feature/personal-data-section.ts';

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
      readRows(
        db,
        sql`
          select device, network, created_at, last_used_at, confirmed_at from sessions where user_id = ${id}
          order by created_at`,
      ),
  },
  {
    name: 'devices',
    description: 'When you last logged in with each browser that we recognise, without the secrets that identify them',
    covers: ['known_devices.user_id'],
    read: (db, { id }) =>
      readRows(db, sql`select last_used_at from known_devices where user_id = ${id} order by last_used_at`),
  },
  {
    name: 'failed-log-ins',
    description: 'Failed log-ins of the last hour, by network',
    covers: ['failed_logins.user_id'],
    read: (db, { id }) =>
      readRows(db, sql`select network, first_at, attempts from failed_logins where user_id = ${id} order by first_at`),
  },
  {
    name: 'second-factors',
    description: 'Your authenticator app and passkeys, without their keys',
    covers: ['authenticators.user_id', 'passkeys.user_id'],
    read: (db, { id }) =>
      readRows(
        db,
        sql`
          select 'authenticator app' as kind, null as name, confirmed_at as created_at, null::timestamptz as last_used_at
          from authenticators where user_id = ${id}
          union all
          select 'passkey', name, created_at, last_used_at from passkeys where user_id = ${id} order by created_at`,
      ),
  },
  {
    name: 'single-sign-on',
    description: 'Your link with the identity provider that you log in with',
    covers: ['single_sign_on_links.user_id'],
    read: (db, { id }) =>
      readRows(
        db,
        sql`select issuer, subject, linked_at, last_used_at from single_sign_on_links where user_id = ${id}`,
      ),
  },
  {
    name: 'links',
    description: 'Links that we have emailed to you and that still work, without their secrets',
    covers: ['account_tokens.user_id', 'account_tokens.email'],
    read: (db, { id }) =>
      readRows(
        db,
        sql`select purpose, email, expires_at from account_tokens where user_id = ${id} order by expires_at`,
      ),
  },
  {
    name: 'mails',
    description: 'Emails that we have sent to your email address in the last weeks',
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
