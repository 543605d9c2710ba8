import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { followingPage, readPage } from '../api.ts';

interface Page<T> {
  items: T[];
  next: string | null;
}

/**
 * A list of the API's page by page (`Link` header); its key is its path, and what narrows it.
 * @param search as an address has it: '' or '?text=ann'
 */
export const pagesOf = <T>(key: readonly string[], search: string) =>
  infiniteQueryOptions({
    queryKey: [...key, search || '?'],
    initialPageParam: key.join('/') + search,
    queryFn: ({ pageParam, signal }): Promise<Page<T>> => readPage<T>(pageParam, signal),
    getNextPageParam: (last, pages) => followingPage(last, pages),
  });

/** The rows of all pages that were read; one that moved from a page to the next between two reads shows once. */
export function rowsOf<T extends { id: string }>({ pages }: InfiniteData<Page<T>>): T[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((row) => [row.id, row])).values()];
}
