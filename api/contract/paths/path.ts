export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A call's method and path; parameters are written as `:name`. */
export const path = <const M extends Method, const P extends string>(method: M, path: P) => ({
  method,
  path,
});
