import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { footerContent, menuContent, pageContent, siteContent } from './schema.ts';

export const pageByName = route('GET', '/pages/{name}', {
  summary: 'Returns the content of a page by its name: home, find-a-location, … and static pages',
  access: 'public',
  input: z.object({ name: z.string().max(100) }),
  output: pageContent,
  isCacheable: true,
});

export const menu = route('GET', '/menu', {
  summary: 'Lists the groups of links in the slide-out menu',
  access: 'public',
  output: menuContent,
  isCacheable: true,
});

export const footer = route('GET', '/footer', {
  summary: 'Returns the strapline and the links of the footer',
  access: 'public',
  output: footerContent,
  isCacheable: true,
});

export const siteDetails = route('GET', '/site', {
  summary:
    'Returns the names of the site and the agency, the contact details of the Locations Team, and the rules of the region',
  access: 'public',
  output: siteContent,
});
