import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { footerContent, menuContent, pageContent, siteContent } from './schema.ts';

export const pageByName = route({
  method: 'GET',
  path: '/pages/{name}',
  summary: 'The content of a page: home, find-a-location, …, and static pages by their name',
  access: 'public',
  input: z.object({ name: z.string().max(100) }),
  output: pageContent,
});

export const menu = route({
  method: 'GET',
  path: '/menu',
  summary: 'The groups of links in the slide-out menu',
  access: 'public',
  input: z.object({}),
  output: menuContent,
});

export const footer = route({
  method: 'GET',
  path: '/footer',
  summary: 'The columns of links in the footer',
  access: 'public',
  input: z.object({}),
  output: footerContent,
});

export const siteDetails = route({
  method: 'GET',
  path: '/site',
  summary: 'What the site and the agency are called, and how to reach the Locations Team',
  access: 'public',
  input: z.object({}),
  output: siteContent,
});
