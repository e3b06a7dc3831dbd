import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Role } from '../permissions.ts';
import type { Profile } from '../schema.ts';
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx';
import { LogInForm } from './LogInForm.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { ProfileHeader } from './ProfileHeader.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import { ResetPasswordForm } from './ResetPasswordForm.tsx';

const reject = () => Promise.reject(new Error('must not send while rendering'));
const noop = () => {};

const createProfile = (role: Role): Profile => ({
  id: '5f0c8e52-6f5c-4f0c-8f5e-0d1c2b3a4f5e',
  role,
  first_name: 'Catriona',
  last_name: 'Muir',
  email: 'catriona@crew.example',
  created_at: '2024-03-14T23:30:00.000Z',
  email_verified_at: '2024-03-15T09:00:00.000Z',
  enabled_at: '2024-03-14T23:30:00.000Z',
  contact: { telephone1: '0131 496 0177', jobtitle: null, websiteurl: null },
});

const FORMS = {
  'log in': <LogInForm focused={false} logIn={reject} />,
  register: (
    <RegisterForm role={undefined} siteName="Recce" fetchChallenge={reject} register={reject} onRegistered={noop} />
  ),
  'request a link': <ForgotPasswordForm fetchChallenge={reject} send={reject} onSent={noop} />,
  'choose a password': (
    <ResetPasswordForm action="Change password" siteName="Recce" send={reject} onRejected={noop} onSent={noop} />
  ),
  'profile of a scout': <ProfileForm profile={createProfile('SCOUT')} save={reject} />,
  'profile of an owner': <ProfileForm profile={createProfile('OWNER')} save={reject} />,
  'profile of an admin': <ProfileForm profile={createProfile('ADMIN')} save={reject} />,
};

/** Returns the label, the autocomplete value and the required state of every text field. */
function parseFields(markup: string) {
  return [...markup.matchAll(/<input[^>]*>/g)].flatMap(([tag]) => {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`, 'i').exec(tag)?.[1];
    if (attribute('type') === 'radio') return [];
    const label = new RegExp(`<label for="${attribute('id')}">([^<]*)`).exec(markup)?.[1];
    const hints = (attribute('aria-describedby') ?? '').split(' ').filter(Boolean);
    expect(hints.filter((id) => !markup.includes(`id="${id}"`))).toEqual([]);
    return [[label, attribute('autocomplete'), attribute('aria-required') === 'true'] as const];
  });
}

const names = [
  ['First name', 'given-name', true],
  ['Last name', 'family-name', true],
] as const;
const scoutOnly = [
  ['Job title', 'organization-title', true],
  ['Website', 'url', false],
] as const;

test.each<[keyof typeof FORMS, readonly unknown[]]>([
  [
    'log in',
    [
      ['Email', 'username', false],
      ['Password', 'current-password', false],
    ],
  ],
  ['register', [...names, ['Email', 'email', true], ['Telephone', 'tel', true], ['Password', 'new-password', true]]],
  ['request a link', [['Email', 'username', true]]],
  [
    'choose a password',
    [
      ['Password', 'new-password', true],
      ['Confirm password', 'new-password', true],
    ],
  ],
  ['profile of a scout', [...names, ['Email', 'email', true], ['Telephone', 'tel', true], ...scoutOnly]],
  ['profile of an owner', [...names, ['Email', 'email', true], ['Telephone', 'tel', true]]],
  ['profile of an admin', [...names, ['Email', 'email', true], ['Telephone', 'tel', false]]],
])('%s: fields have labels and autocomplete values', (name, fields) => {
  const markup = renderToStaticMarkup(FORMS[name]);
  expect(parseFields(markup)).toEqual(fields);
  // Without scripts, values must not end up in the URL.
  expect(markup).toMatch(/<form[^>]* method="post"/);
});

test('shows the rules for new passwords', () => {
  for (const form of [FORMS.register, FORMS['choose a password']])
    expect(renderToStaticMarkup(form)).toContain('12 to 128 characters, of any kind.');
});

describe('ProfileHeader', () => {
  test.each<[Role, string]>([
    ['SCOUT', 'Location Professional'],
    ['OWNER', 'Location Owner'],
    ['ADMIN', 'Locations Team'],
  ])('shows the role of a %s', (role, label) => {
    const markup = renderToStaticMarkup(<ProfileHeader user={createProfile(role)} />);
    expect(markup).toContain(`<dd>${label}</dd>`);
    expect(markup).toContain('<dt>Joined since</dt><dd>14 Mar 2024</dd>');
    expect(markup).toMatch(/<a [^>]*href="\/edit-profile"[^>]*>EDIT PROFILE</);
  });
});
