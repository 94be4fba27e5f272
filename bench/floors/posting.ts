import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Fastify from 'fastify';
import { Pool } from 'pg';
import sharp from 'sharp';

/**
 * The baseline for posting: a bare Fastify server that makes three WebP files of each photo and
 * stores rows. It has no sign-in and no checks, and imports nothing from the marketplace.
 */
const { DATABASE_URL, DATA_DIR = '', PORT } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL, max: 20 });
const widths = [320, 640, 1280];

type Field = 'seller' | 'title' | 'description' | 'price' | 'category' | 'location';
type Listing = Record<Field, string> & { images: string[] };

const app = Fastify();
app.addContentTypeParser('image/jpeg', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);
app.get('/readyz', () => ({}));
app.post<{ Params: { owner: string }; Body: Buffer }>(
  '/photos/:owner',
  { bodyLimit: 10_485_760 },
  async ({ params, body }) => {
    const id = randomUUID();
    const photo = sharp(body).autoOrient();
    const files = await Promise.all(
      widths.map((width) =>
        photo
          .clone()
          .resize({ width, withoutEnlargement: true })
          .webp({ quality: 78, effort: 3 })
          .toFile(join(DATA_DIR, `${id}-${width}.webp`)),
      ),
    );
    const tiny = await photo.clone().resize(16).webp({ quality: 20 }).toBuffer();
    await pool.query({
      name: 'photo',
      text: `insert into images (id, owner_id, width, height, byte_size, placeholder)
        values ($1, $2, $3, $4, $5, $6)`,
      values: [
        ...[id, params.owner, files[2]?.width, files[2]?.height],
        files.reduce((sum, { size }) => sum + size, 0),
        `data:image/webp;base64,${tiny.toString('base64')}`,
      ],
    });
    return { id };
  },
);
app.post<{ Body: Listing }>('/listings', async ({ body }) => {
  const { rows } = await pool.query<{ id: string }>({
    name: 'listing',
    text: `with listing as (
        insert into listings (seller_id, title, description, price, category, location, town)
        values ($1, $2, $3, $4, $5, $6, $6) returning id
      ), shown as (
        insert into listing_images (listing_id, position, image_id)
        select listing.id, n - 1, image from listing,
          unnest($7::uuid[]) with ordinality as given (image, n)
      )
      select id from listing`,
    values: [
      ...[body.seller, body.title, body.description, body.price, body.category, body.location],
      body.images,
    ],
  });
  return rows[0];
});
app.get<{ Params: { id: string } }>('/listings/:id', async ({ params }) => {
  const { rows } = await pool.query({
    name: 'one',
    text: `select l.*, array(select image_id from listing_images where listing_id = l.id) as images
      from listings l where id = $1 and visible`,
    values: [params.id],
  });
  return rows[0];
});
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
