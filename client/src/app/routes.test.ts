import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pages as productPages } from '@marketplace/shared/paths';
import { matchRoute, routes } from './routes.tsx';

const pages = routes.flatMap((route) => ('page' in route ? [route] : []));
const root = new URL('../../', import.meta.url);

describe('the table of routes', () => {
  it.each(pages.map((route) => [route.path, route.page.source]))(
    'has an existing source file for %s',
    (_path, source) => {
      expect(existsSync(new URL(source, root))).toBe(true);
    },
  );

  it('lists every page of the product', () => {
    const own = pages.map(({ path }) => path).filter((path) => path !== '*');
    expect(own.sort()).toEqual(Object.keys(productPages).sort());
  });

  it('distinguishes a new listing from an existing one', () => {
    expect(matchRoute('/edit-listing/new')).toMatchObject({ access: 'shell' });
    expect(matchRoute('/edit-listing/1')).toMatchObject({
      access: 'user',
      params: { id: '1' },
    });
  });

  it('redirects the old path for new listings', () => {
    expect(matchRoute('/create-listing')).toEqual({ redirect: '/edit-listing/new' });
  });

  it('shows the not-found page for every other path', () => {
    const match = matchRoute('/no/such/page');
    expect('route' in match && match.route.page.source).toContain('NotFoundPage');
  });

  it.each(['/home', '/my-listings', '/messages', '/admin', '/settings', '/profile', '/orders'])(
    'requires a signed-in user for %s',
    (path) => {
      expect(matchRoute(path)).toMatchObject({ access: 'user' });
    },
  );
});
