import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { addTemplate, deleteTemplate, enquiryTemplates, updateTemplate } from './contract.ts';
import type { Template } from './schema.ts';

const TEMPLATES_KEY = ['enquiries', 'templates'];

export const templatesQuery = (api: Api) => routeQuery(api, TEMPLATES_KEY, enquiryTemplates, {});

const update = (client: QueryClient, { templates }: { readonly templates: Template[] }) =>
  client.setQueryData(TEMPLATES_KEY, templates);

export const addTemplateMutation = (api: Api) => routeMutation(api, addTemplate, update);
export const updateTemplateMutation = (api: Api) => routeMutation(api, updateTemplate, update);
export const deleteTemplateMutation = (api: Api) => routeMutation(api, deleteTemplate, update);
