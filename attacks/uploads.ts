import sharp from 'sharp';
import type { Attack } from './attack.ts';
import type { Target } from './target.ts';

const pictureOf = async () =>
  new Uint8Array(
    await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer(),
  );

async function signedUrl(user: Awaited<ReturnType<Target['signIn']>>): Promise<string> {
  const { body } = await user.rest('POST', '/api/objects/upload', {});
  return String(body.uploadURL);
}

const send = async (url: string, body: Uint8Array<ArrayBuffer>) =>
  (await fetch(url, { method: 'PUT', body })).status;

/** Uploads that are never used must not fill the disk. */
export const stagedFlood: Attack = {
  name: 'staged-flood',
  async run({ signIn }) {
    const user = await signIn('hoarder@example.com', '203.0.113.1');
    const urls: string[] = [];
    for (let i = 0; i < 60; i++) urls.push(await signedUrl(user));
    const picture = await pictureOf();
    const statuses: number[] = [];
    for (const url of urls) statuses.push(await send(url, picture));
    const stored = statuses.filter((status) => status === 200).length;
    const later = await user.rest('POST', '/api/objects/upload', {});
    const other = await signIn('seller@example.com', '198.51.100.1');
    const page = new TextEncoder().encode('<!doctype html><script>alert(1)</script>');
    const pageStatus = await send(await signedUrl(other), page);
    const pictureStatus = await send(await signedUrl(other), picture);
    return [
      { tried: `sent 60 pictures without using them: ${stored} were kept`, held: stored <= 20 },
      { tried: `asked for another address then: ${later.status}`, held: later.status === 429 },
      { tried: `sent a page in place of a picture: ${pageStatus}`, held: pageStatus === 400 },
      { tried: `sent a picture as somebody else: ${pictureStatus}`, held: pictureStatus === 200 },
    ];
  },
};

/** The rest of a nearly full disk is for the database. */
export const fullDisk: Attack = {
  name: 'full-disk',
  environment: { MIN_FREE_DISK_MB: '1000000000' },
  async run({ signIn, visitor }) {
    const user = await signIn('seller@example.com', '203.0.113.1');
    const asked = await user.rest('POST', '/api/objects/upload', {});
    const page = await visitor('198.51.100.1').rest('GET', '/api/listings');
    return [
      {
        tried: `asked to upload onto a nearly full disk: ${asked.status} ${asked.body.message}`,
        held: asked.status === 503 && asked.headers.has('retry-after'),
      },
      { tried: `browsed meanwhile: ${page.status}`, held: page.status === 200 },
    ];
  },
};
