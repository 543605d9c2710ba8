import { useState } from 'react';
import { useLocation } from 'react-router-dom';

/** A page's own query. Ionic keeps a page that was left, and gives it the address of the one in front. */
export function useOwnQuery(path: string): URLSearchParams {
  const { pathname, search } = useLocation();
  const [ownSearch, setOwnSearch] = useState(search);
  if (pathname === path && ownSearch !== search) setOwnSearch(search);
  return new URLSearchParams(ownSearch);
}
