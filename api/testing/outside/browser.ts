import assert from 'node:assert/strict';
import type { Answer } from '../../contract/calls/calls.ts';

interface Cookie {
  name: string;
  value: string;
  path: string;
  /** The whole `Set-Cookie` line. */
  line: string;
}

/** A browser's part of a sign-in: keeps cookies by host and path, and follows redirects. */
export interface Browser {
  /** Makes one request, without following redirects. */
  visit(address: string, init?: RequestInit): Promise<Response>;
  /** Makes one request. @returns the address to which its answer leads, or `null` if that is a page */
  redirect(address: string): Promise<string | null>;
  /** The person who is signed in, as the page reads it. */
  me(): Promise<Answer<'readUser'>>;
  /** Follows redirects from an address until a page is shown, or while `goOn` allows it. */
  follow(address: string, goOn?: (location: URL) => boolean): Promise<{ url: URL; response: Response }>;
  /** Opens the sign-in page. @returns the address of its forms */
  openSignIn(returnTo?: string): Promise<URL>;
  /** Sends the sign-in page's form and stops before the callback. @returns the callback's address */
  choose(form: URL, email: string): Promise<URL>;
  /** Signs in completely. @returns the last address */
  signIn(email: string, returnTo?: string): Promise<URL>;
  /** A cookie of the product's own host. */
  cookie(name: string | RegExp): Cookie | undefined;
  /** Sets a cookie, as an attacker may. */
  plant(name: string, value: string): void;
  drop(name: string): void;
}

/**
 * @param listening the address at which the server listens
 * @param base the address that the server believes to have; requests to it go to `listening`
 */
export function openBrowser(listening: string, base = listening): Browser {
  const jar: Cookie[] = [];

  function header(url: URL): string {
    const fit = jar.filter((cookie) => url.pathname.startsWith(cookie.path));
    return fit.map(({ name, value }) => `${name}=${value}`).join('; ');
  }
  function keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /; path=([^;]+)/i.exec(line)?.[1] ?? '/';
      const at = jar.findIndex((cookie) => cookie.name === name && cookie.path === path);
      if (at >= 0) jar.splice(at, 1);
      const expires = /; expires=([^;]+)/i.exec(line)?.[1];
      if (!expires || Date.parse(expires) > Date.now()) jar.push({ name, value, path, line });
    }
  }

  const visit: Browser['visit'] = async (address, init = {}) => {
    const url = new URL(address, base);
    const headers = new Headers(init.headers);
    headers.set('cookie', header(url));
    const at = url.origin === base ? new URL(url.pathname + url.search, listening) : url;
    const response = await fetch(at, { redirect: 'manual', ...init, headers });
    keep(response);
    return response;
  };
  const follow: Browser['follow'] = async (address, goOn = () => true) => {
    let url = new URL(address, base);
    for (let hop = 0; hop < 10; hop++) {
      if (!goOn(url)) return { url, response: new Response(null, { status: 204 }) };
      const response = await visit(url.href);
      const location = response.headers.get('location');
      if (!location) return { url, response };
      url = new URL(location, url);
    }
    throw new Error('redirected in a circle');
  };
  const openSignIn: Browser['openSignIn'] = async (returnTo = '/') => {
    const { url, response } = await follow(`/api/login?returnTo=${encodeURIComponent(returnTo)}`);
    assert.equal(response.status, 200, `${url} shows the sign-in page`);
    return url;
  };
  const choose: Browser['choose'] = async (form, email) => {
    const answer = await visit(form.href, { method: 'POST', body: new URLSearchParams({ email }) });
    const location = answer.headers.get('location');
    assert.ok(location, 'the form leads on');
    const { url } = await follow(
      new URL(location, form).href,
      (next) => !next.pathname.startsWith('/api/callback'),
    );
    return url;
  };
  return {
    visit,
    redirect: async (address) => (await visit(address)).headers.get('location'),
    me: async () => (await visit('/api/auth/user')).json(),
    follow,
    openSignIn,
    choose,
    async signIn(email, returnTo) {
      const callback = await choose(await openSignIn(returnTo), email);
      const { url } = await follow(callback.href, (next) => next.pathname.startsWith('/api/'));
      return url;
    },
    cookie: (name) =>
      jar.find((cookie) => (typeof name === 'string' ? cookie.name === name : name.test(cookie.name))),
    plant(name, value) {
      jar.push({ name, value, path: '/', line: '' });
    },
    drop(name) {
      const at = jar.findIndex((cookie) => cookie.name === name);
      if (at >= 0) jar.splice(at, 1);
    },
  };
}
