import { useState } from 'react';
import { useLocation } from 'react-router-dom';

/** A page's own query. Ionic keeps a page that was left, and gives it the address of the one in front. */
export function useOwnQuery(path: string): URLSearchParams {
  const { pathname, search } = useLocation();
  const [own, setOwn] = useState(search);
  if (pathname === path && own !== search) setOwn(search);
  return new URLSearchParams(own);
}
