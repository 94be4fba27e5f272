import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pages as productPages } from '@marketplace/shared/paths';
import { matchRoute, routes } from './routes.tsx';

const pages = routes.flatMap((route) => ('page' in route ? [route] : []));
const root = new URL('../../', import.meta.url);

describe('the table of routes', () => {
  it.each(pages.map((route) => [route.path, route.page.source]))(
    'names the source of %s',
    (_path, source) => {
      expect(existsSync(new URL(source, root))).toBe(true);
    },
  );

  it('has every page of the product', () => {
    const own = pages.map(({ path }) => path).filter((path) => path !== '*');
    expect(own.sort()).toEqual(Object.keys(productPages).sort());
  });

  it('tells a new listing from an existing one', () => {
    expect(matchRoute('/edit-listing/new')).toMatchObject({ access: 'shell' });
    expect(matchRoute('/edit-listing/1')).toMatchObject({
      access: 'user',
      params: { id: '1' },
    });
  });

  it('sends the old path for new listings on', () => {
    expect(matchRoute('/create-listing')).toEqual({ redirect: '/edit-listing/new' });
  });

  it('has the not-found screen for everything else', () => {
    const match = matchRoute('/no/such/page');
    expect('route' in match && match.route.page.source).toContain('NotFoundPage');
  });

  it.each(['/home', '/my-listings', '/messages', '/admin', '/settings', '/profile', '/orders'])(
    'keeps %s for the signed-in',
    (path) => {
      expect(matchRoute(path)).toMatchObject({ access: 'user' });
    },
  );
});
