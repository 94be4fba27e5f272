import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import type { Bench } from './bench.ts';
import type { Database } from './databases.ts';
import { compare, type Figure, median, quantile, type Measurements } from './measure.ts';
import { createPeople, type SignedIn } from './people.ts';
import { startFloor, startMarketplace } from './processes.ts';

const posters = 2;

/** Measures posting a listing with three photos, until a visitor can open it. */
export async function postingBenchmark({ databases, directory, scale }: Bench): Promise<Figure[]> {
  const database = await databases.empty();
  const photos = await makePhotos();
  const [bare, ...people] = (await createPeople(database, 1 + posters)) as [
    SignedIn,
    ...SignedIn[],
  ];
  const floor = await startFloor('posting', database.url, directory);
  const ours = await startMarketplace(database.url, directory);
  const measure = async (post: (n: number) => Promise<void>): Promise<Measurements> => {
    const took: number[] = [];
    const start = performance.now();
    await Promise.all(
      Array.from({ length: posters }, async (_, n) => {
        for (let done = n; done < scale.posts; done += posters) {
          const begun = performance.now();
          await post(n);
          took.push(performance.now() - begun);
        }
      }),
    );
    return {
      'p50 ms': median(took),
      'p95 ms': quantile(took, 0.95),
      'posts/s': (took.length * 1_000) / (performance.now() - start),
    };
  };
  const figures = await compare(
    scale.rounds,
    () => measure(() => postBare(floor.url, bare, photos)),
    [
      {
        work: 'posting three photos until the listing is public',
        targets: {
          'p50 ms': { atMost: 1.5 },
          'p95 ms': { atMost: 1.5 },
          'posts/s': { atLeast: 0.7 },
        },
        measure: () =>
          measure((n) => postListing(ours.url, people[n % people.length] ?? bare, photos)),
      },
    ],
  );
  await comparePictures(database, bare);
  await Promise.all([floor.stop(), ours.stop()]);
  return figures;
}

/** Throws if the sizes of the baseline's pictures differ from ours by more than 10 %. */
async function comparePictures({ pool }: Database, { id }: SignedIn): Promise<void> {
  const { rows } = await pool.query<{ ratio: number }>(
    `select (avg(byte_size) filter (where owner_id <> $1) /
       avg(byte_size) filter (where owner_id = $1))::float as ratio from images`,
    [id],
  );
  const ratio = rows[0]?.ratio ?? Number.NaN;
  if (!(ratio > 0.9 && ratio < 1.1)) throw new Error(`Our pictures have ${ratio} of the bytes.`);
}

/** Returns a phone's photo of 12 megapixels, three times. */
export async function makePhotos(): Promise<Buffer<ArrayBuffer>[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const size = { width: 1_000, height: 750, channels: 3, background: '#888' } as const;
  const detail = await sharp({ create: { ...size, noise } })
    .png()
    .toBuffer();
  const photo = await sharp(detail).resize(4_000, 3_000).jpeg().toBuffer();
  return Array<Buffer<ArrayBuffer>>(3).fill(Buffer.from(photo));
}

const listing = {
  title: 'Oak table with four chairs',
  description: 'Solid oak, a few scratches on the top. Pickup only, evenings and weekends.',
  price: '120',
  category: 'furniture',
  location: 'Troy',
};

/**
 * Posts like the page: for each photo it requests an address, uploads the file and registers it.
 * Then it posts the listing.
 */
export async function postListing(
  url: string,
  { cookie }: Pick<SignedIn, 'cookie'>,
  photos: Buffer<ArrayBuffer>[],
): Promise<void> {
  const images = await Promise.all(
    photos.map(async (photo) => {
      const file = { fileName: 'photo.jpg', contentType: 'image/jpeg', size: photo.length };
      const { uploadURL } = await call(`${url}/api/objects/upload`, 'POST', { json: file, cookie });
      await call(uploadURL ?? '', 'PUT', { photo });
      const sent = { json: { imageURL: uploadURL }, cookie };
      return (await call(`${url}/api/listing-images`, 'PUT', sent)).objectPath;
    }),
  );
  // The server refuses the fifth listing with the same text on a day.
  const title = `${listing.title} ${Math.random()}`;
  const json = { ...listing, title, images };
  const { id } = await call(`${url}/api/listings`, 'POST', { json, cookie });
  await call(`${url}/api/listings/${id}`, 'GET', {});
}

async function postBare(
  url: string,
  { id: seller }: SignedIn,
  photos: Buffer<ArrayBuffer>[],
): Promise<void> {
  const sent = await Promise.all(
    photos.map((photo) => call(`${url}/photos/${seller}`, 'POST', { photo })),
  );
  const json = { ...listing, seller, images: sent.map(({ id }) => id) };
  const { id } = await call(`${url}/listings`, 'POST', { json });
  await call(`${url}/listings/${id}`, 'GET', {});
}

interface Answer extends Partial<Record<'id' | 'uploadURL' | 'objectPath', string>> {
  /** The result of a tRPC procedure. */
  result?: { data: { id: string } };
}

interface Sent {
  json?: object;
  photo?: Buffer<ArrayBuffer>;
  cookie?: string;
}

/** Makes a call with JSON or a photo. Retries while the server is busy. Throws on refusals. */
export async function call(url: string, method: string, sent: Sent): Promise<Answer> {
  const { json, photo, cookie } = sent;
  const type = json ? 'application/json' : photo && 'image/jpeg';
  const response = await fetch(url, {
    method,
    headers: { ...(type && { 'content-type': type }), ...(cookie && { cookie }) },
    body: json ? JSON.stringify(json) : photo,
  });
  const text = await response.text();
  if (response.status === 503) {
    await pause(1_000);
    return call(url, method, sent);
  }
  if (!response.ok) throw new Error(`${method} ${url} gave ${response.status} ${text}`);
  return text ? (JSON.parse(text) as Answer) : {};
}
