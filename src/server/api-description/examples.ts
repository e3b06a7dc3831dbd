import type { Example } from '../../platform/http/openapi.ts';
import { EXAMPLE_ID } from '../../platform/http/openapi-schemas.ts';

/** Examples of the calls that most programs begin with. A test checks them against the contract. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  'GET /locations': { input: { query: 'castle by the sea', currentPage: 1, setting: ['Coastal'] } },
  'GET /locations/suggestions': { input: { query: 'cas', size: 4 } },
  'GET /locations/markers': { input: { view: '-8,54,0,61', zoom: 6 } },
  'GET /locations/by-url/{locationurl}': { input: { locationurl: 'eilean-donan-castle' } },
  'GET /pages/{name}': { input: { name: 'about' } },
  'POST /boards': { input: { title: 'Night exteriors' } },
  'PUT /boards/{id}': { input: { id: EXAMPLE_ID, title: 'Night exteriors, second unit' } },
  'POST /boards/{id}/duplicate': { input: { id: EXAMPLE_ID, title: 'Night exteriors (copy)' } },
  'POST /boards/{id}/locations': {
    input: { id: EXAMPLE_ID, locationId: EXAMPLE_ID, note: 'At dawn, from the bridge' },
  },
  'POST /boards/{id}/shares': { input: { id: EXAMPLE_ID, emails: ['isla@northlight.example'] } },
  'POST /boards/{id}/link': {
    input: { id: EXAMPLE_ID },
    output: { link: 'k3vY0m0dHhV9Qf3Jq2pR7w' },
  },
  'POST /login': { input: { email: 'isla@northlight.example', password: 'the tide tables of 1926' } },
  'POST /admin/locations/search': {
    input: {
      query: 'mill',
      page: { current: 1, size: 25 },
      sort: { title: 'asc' },
      filters: { all: [{ location_status: ['AWAITING_APPROVAL'] }] },
    },
  },
  'PUT /locations/{id}/status': { input: { id: EXAMPLE_ID, status: 'DRAFT' } },
  'GET /notifications': { input: { type: 'location', status: 'unread', page: 1 } },
  'GET /audit-logs': { input: { page: 1, sortBy: 'id', sortOrder: 'desc' } },
  'GET /health': { output: { status: 'alive', version: '1.0.0', storage: 'available' } },
};
