import type { CookieName } from '../context.ts';

const days = 24 * 60 * 60;

/**
 * How long each cookie lives, in seconds: session 30 days, trusted device 180.
 * The browser's outlives a sign-in to show when reviews of several accounts come from one browser.
 */
const lifetimes: Record<CookieName, number> = {
  session: 30 * days,
  device: 180 * days,
  browser: 180 * days,
};

/** The cookie's name on the wire; under https the __Host- prefix pins it to this very host. */
export function cookieName(name: CookieName, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

/** HttpOnly, SameSite=Lax, whole site; Secure under https. */
export function cookieOptions(name: CookieName, secure: boolean) {
  return { httpOnly: true, sameSite: 'lax' as const, secure, path: '/', maxAge: lifetimes[name] };
}
