import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { startTestServer, type TestServer } from '../test/server.ts';

// These tests need the built client: run `npm test` or `npm run build`.
let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  const config = readConfig({ NODE_ENV: 'test', PRODUCT_NAME: 'Tom & <Co>' });
  server = await startTestServer(database, { config });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const get = (path: string, cookie = '') =>
  fetch(server.url + path, { headers: cookie ? { cookie } : {} });

const statusOf = async (path: string) => [path, (await get(path)).status];

interface Picture {
  src: string;
  sizes: string;
  type: string;
}

interface Manifest {
  name: string;
  start_url: string;
  icons: Picture[];
  shortcuts: { url: string; icons: Picture[] }[];
}

it('opens the form of a new listing for shared photos that no service worker took', async () => {
  const body = new FormData();
  body.set('photos', new File(['a photo'], 'photo.jpg', { type: 'image/jpeg' }));
  const headers = { 'sec-fetch-site': 'none' };
  const init = { method: 'POST', body, headers, redirect: 'manual' } as const;
  const answer = await fetch(`${server.url}/share-photos`, init);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/edit-listing/new']);
});

describe('the manifest of the app', () => {
  it('has the configured name, and every page links to it', async () => {
    const answer = await get('/manifest.webmanifest');
    expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
    expect(((await answer.json()) as Manifest).name).toBe('Tom & <Co>');
    const page = await (await get('/listings')).text();
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
  });

  it('names only pages and pictures that exist, with their sizes', async () => {
    const manifest = (await (await get('/manifest.webmanifest')).json()) as Manifest;
    for (const url of [manifest.start_url, ...manifest.shortcuts.map((shortcut) => shortcut.url)]) {
      expect(await statusOf(url)).toEqual([url, 200]);
    }
    const icons = [...manifest.icons, ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons)];
    for (const { src, sizes, type } of icons.filter((icon) => icon.type === 'image/png')) {
      const answer = await get(src);
      expect([src, answer.headers.get('content-type')]).toEqual([src, type]);
      const { width, height, format } = await sharp(await answer.arrayBuffer()).metadata();
      expect([src, `${width}x${height} ${format}`]).toEqual([src, `${sizes} png`]);
    }
    expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  });
});

describe('the icons that browsers and systems request by themselves', () => {
  it.each(['/apple-touch-icon.png', '/apple-touch-icon-precomposed.png'])(
    '%s is a picture of 180 pixels',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
      const { width, height } = await sharp(await answer.arrayBuffer()).metadata();
      expect([width, height]).toEqual([180, 180]);
    },
  );

  it('/favicon.ico holds three sizes', async () => {
    const answer = await get('/favicon.ico');
    expect(answer.headers.get('content-type')).toMatch(/^image\/(x-icon|vnd\.microsoft\.icon)$/);
    const file = Buffer.from(await answer.arrayBuffer());
    expect([file.readUInt16LE(0), file.readUInt16LE(2), file.readUInt16LE(4)]).toEqual([0, 1, 3]);
    for (const [index, size] of [16, 32, 48].entries()) {
      const entry = file.subarray(6 + 16 * index, 22 + 16 * index);
      const start = entry.readUInt32LE(12);
      const picture = file.subarray(start, start + entry.readUInt32LE(8));
      const { width, height, format } = await sharp(picture).metadata();
      expect([entry[0], entry[1], width, height, format]).toEqual([size, size, size, size, 'png']);
    }
  });
});

describe('the offline page', () => {
  it('has the escaped name, and is the same for users and visitors', async () => {
    const user = await server.signedIn({ firstName: 'Ann' });
    const [visitors, users] = await Promise.all([get('/offline'), get('/offline', user.cookie)]);
    const html = await visitors.text();
    expect(html).toContain("<title>You're offline · Tom &amp; &lt;Co&gt;</title>");
    expect(html).not.toContain('<!--');
    expect(await users.text()).toBe(html);
    expect(visitors.headers.get('cache-control')).toBe('no-cache');
  });

  it('links to every file that it needs, and to the font', async () => {
    const html = await (await get('/offline')).text();
    const files = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
    const endings = files.map((file) => file.split('.').at(-1));
    expect(endings).toEqual(expect.arrayContaining(['js', 'css', 'woff2']));
    for (const file of files) expect(await statusOf(file)).toEqual([file, 200]);
  });
});

describe('the service worker', () => {
  it('is revalidated each time, and may control every page', async () => {
    const answer = await get('/sw.js');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toContain("worker-src 'self'");
    expect(policy).toContain("manifest-src 'self'");
  });

  it('contains the release of the build', async () => {
    const script = await (await get('/sw.js')).text();
    expect(script).not.toContain('__RELEASE__');
    // The script must be a classic one, because some browsers know no modules in service workers.
    expect(script).not.toMatch(/\b(import|export)\b/);
  });
});
