import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { CharacterCount } from '../../../ui/CharacterCount.tsx';
import { EnquiryForm } from './EnquiryForm.tsx';

const reject = () => Promise.reject(new Error('must not send while rendering'));
const props = {
  send: reject,
  fetchChallenge: reject,
  uploadFile: reject,
  findLocations: reject,
  findConflicts: reject,
  mailbox: 'locations@screen-alba.example',
  telephone: '0131 496 0142',
};
const rendered = renderToStaticMarkup(<EnquiryForm {...props} />);
const findTag = (name: string) => new RegExp(`<(?:input|textarea)[^>]* name="${name}"[^>]*>`).exec(rendered)?.[0] ?? '';
const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];

describe('the server-rendered form', () => {
  test.each([
    ['name', 'Name', 'true', 'name'],
    ['email', 'Email', 'true', 'email'],
    ['phone', 'Telephone', 'false', 'tel'],
    ['comment', 'Comment', 'true', undefined],
  ])('labels and describes %s', (name, label, required, autoComplete) => {
    const tag = findTag(name);
    expect(rendered).toContain(`<label for="${attribute(tag, 'id')}">${label}`);
    expect(attribute(tag, 'aria-required')).toBe(required);
    expect(attribute(tag, 'aria-invalid')).toBe('false');
    expect(attribute(tag, 'autoComplete') ?? attribute(tag, 'autocomplete')).toBe(autoComplete);
    const hints = (attribute(tag, 'aria-describedby') ?? '').split(' ').filter(Boolean);
    expect(hints.filter((id) => !rendered.includes(`id="${id}"`))).toEqual([]);
  });

  test('shows email and telephone without scripts, and keeps values out of the URL', () => {
    const [, fallback = ''] = /<noscript>(.*)<\/noscript>/.exec(rendered) ?? [];
    expect(fallback).toContain('href="mailto:locations@screen-alba.example"');
    expect(fallback).toContain('href="tel:01314960142"');
    expect(rendered).toMatch(/<form[^>]* method="post"/);
  });

  test('names the location', () => {
    const about = renderToStaticMarkup(<EnquiryForm {...props} locationUrl="weir-mill" locationTitle="Weir mill" />);
    expect(about).toContain('What you would film at Weir mill, when, for how long and with how many people.');
  });
});

describe('the character count', () => {
  const renderTexts = (length: number, character = 'x') => {
    const markup = renderToStaticMarkup(<CharacterCount text={` ${character.repeat(length)} `} limit={2000} />);
    return markup
      .replace(/<[^>]*>/g, '|')
      .split('|')
      .filter(Boolean);
  };

  test('counts like the limit and is announced near the limit', () => {
    expect(renderTexts(0)).toEqual(['2,000 characters left']);
    expect(renderTexts(1899)).toEqual(['101 characters left']);
    expect(renderTexts(1899, '🎬')).toEqual(['101 characters left']);
    expect(renderTexts(1900)).toEqual(['100 characters left', 'At most 100 characters left']);
    expect(renderTexts(1999)).toEqual(['1 character left', 'At most 20 characters left']);
    expect(renderTexts(2000)).toEqual(['0 characters left', 'At most 20 characters left']);
    expect(renderTexts(2001)).toEqual(['1 character too many', 'Too many characters']);
  });
});
