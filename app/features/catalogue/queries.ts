import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import { keyOf } from '../../lib/api.ts';

export const categoriesQuery = () =>
  queryOptions<Answer<'listCategories'>>({ queryKey: keyOf('listCategories') });

export const servicesQuery = () => queryOptions<Answer<'listServices'>>({ queryKey: keyOf('listServices') });

/** The texts of the landing page, of which the catalogue shows the reasons. */
export const textsQuery = () => queryOptions<Answer<'readTexts'>>({ queryKey: keyOf('readTexts') });
