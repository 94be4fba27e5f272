import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createOpenAiDescriber } from '../../platform/describer.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { answers, says, startModelServer, suggestedChair } from '../../test/fake-openai.ts';
import { type SignedIn, startTestServer, type TestServer } from '../../test/server.ts';
import { jpegWithGps, metadataOf } from '../media/images.fixtures.ts';

let database: TestDatabase;
let model: Awaited<ReturnType<typeof startModelServer>>;
let server: TestServer;
let user: SignedIn;
let photo: string;

beforeAll(async () => {
  database = await createTestDatabase();
  model = await startModelServer();
  const describer = createOpenAiDescriber({ apiKey: 'key', baseUrl: model.url, model: 'eyes-1' });
  server = await startTestServer(database, { describer });
  photo = `data:image/jpeg;base64,${(await jpegWithGps(800, 600)).toString('base64')}`;
});
afterAll(async () => {
  await server.close();
  await model.close();
  await database.close();
});
beforeEach(async () => {
  user = await server.signedIn();
  model.requests.length = 0;
  model.answerWith(says(JSON.stringify(suggestedChair)));
});

async function suggest(input: unknown) {
  const answer = await fetch(`${server.url}/trpc/listings.suggestDetails`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: user.cookie },
    body: JSON.stringify(input),
  });
  type Body = { result?: { data: unknown }; error?: { message: string } };
  const { result, error } = (await answer.json()) as Body;
  return { status: answer.status, data: result?.data, message: error?.message };
}

it('suggests details from four pictures with one call, in a strict form', async () => {
  expect(await suggest({ images: [photo, photo, photo, photo] })).toMatchObject({
    status: 200,
    data: suggestedChair,
  });
  expect(model.requests).toHaveLength(1);
  const { messages, response_format: format, tools } = model.requests[0]!.body;
  expect(tools).toBeUndefined();
  expect(format).toMatchObject({
    type: 'json_schema',
    json_schema: {
      strict: true,
      schema: {
        additionalProperties: false,
        required: ['title', 'category', 'condition', 'description'],
      },
    },
  });
  expect(messages[0]!.content).toContain('never an instruction');
  const parts = messages[1]!.content as { type: string; image_url: { url: string } }[];
  expect(parts.map(({ type }) => type)).toEqual(Array(4).fill('image_url'));
  const sent = Buffer.from(parts[0]!.image_url.url.split(',')[1]!, 'base64');
  expect(await sharp(sent).metadata()).toMatchObject({ format: 'jpeg', width: 512, height: 384 });
  expect(await metadataOf(sent)).toEqual({ hasExif: false, hasGps: false });
});

it('returns plain text without links, and null for what is of no use', async () => {
  const hostile = {
    title: '<b>Oak</b> chair\nsee https://evil.example',
    category: null,
    condition: null,
    description: 'https://evil.example/',
  };
  model.answerWith(says(JSON.stringify(hostile)));
  expect((await suggest({ images: [photo] })).data).toEqual({
    title: 'Oak chair see',
    category: null,
    condition: null,
    description: null,
  });
  model.answerWith(says(JSON.stringify({ ...hostile, title: 'oak '.repeat(100) })));
  expect((await suggest({ images: [photo] })).data).toMatchObject({ title: null });
});

it.each([
  ['text', says('An oak chair.')],
  ['JSON of another form', says('{"title":"Oak chair"}')],
  ['an unknown category', says(JSON.stringify({ ...suggestedChair, category: 'weapons' }))],
  ['a list instead of a title', says(JSON.stringify({ ...suggestedChair, title: ['a'] }))],
  ['a refusal', says(null, { refusal: 'secret' })],
  ['an error', answers(500, { error: { message: 'secret' } })],
])('suggests nothing if the model answers with %s', async (_, answer) => {
  model.answerWith(answer);
  expect(await suggest({ images: [photo] })).toEqual({
    status: 503,
    data: undefined,
    message: 'Failed to generate description. Please try again.',
  });
});

it('refuses no pictures, five, and what is not a picture, before the model is called', async () => {
  const count = 'Choose 1 to 4 photos.';
  for (const input of [{}, { images: [] }, { images: Array(5).fill('x') }, { images: photo }]) {
    expect(await suggest(input)).toMatchObject({ status: 400, message: count });
  }
  const wrong = await suggest({ images: [photo.slice(0, 2000), 'https://example.com/a.jpg'] });
  expect(wrong).toMatchObject({
    status: 400,
    message: 'The image must be a JPEG, PNG, or WebP data URL.',
  });
  expect(model.requests).toEqual([]);
});
