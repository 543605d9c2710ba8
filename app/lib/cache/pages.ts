import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { followingPage, readPage } from '../api.ts';

interface Page<T> {
  items: T[];
  next: string | null;
}

/**
 * A list of the API page by page (`Link` header); its key is its path and its filter.
 * @param search the filter as in an address: '' or '?text=ann'
 */
export const pagesOf = <T>(key: readonly string[], search: string) =>
  infiniteQueryOptions({
    queryKey: [...key, search || '?'],
    initialPageParam: key.join('/') + search,
    queryFn: ({ pageParam, signal }): Promise<Page<T>> => readPage<T>(pageParam, signal),
    getNextPageParam: (last, pages) => followingPage(last, pages),
  });

/** The rows of all read pages; a row that moved to another page between two reads appears once. */
export function rowsOf<T extends { id: string }>({ pages }: InfiniteData<Page<T>>): T[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((row) => [row.id, row])).values()];
}
