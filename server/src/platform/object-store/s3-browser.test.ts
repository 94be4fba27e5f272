import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { createS3Browser } from './s3-browser.ts';

const config = {
  region: 'us-east-1',
  bucket: 'pictures',
  accessKey: 'master-key',
  secretKey: 'master-secret',
};
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Starts a server that gives every request the same answer, and records the requests. */
async function answering(status: number, body: string) {
  const asked: URLSearchParams[] = [];
  const server = createServer(async (request, response) => {
    asked.push(new URLSearchParams(await text(request)));
    response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { asked, endpoint: `http://127.0.0.1:${port}` };
}

const given = (accessKey: string) => `<AssumeRoleResponse><AssumeRoleResult><Credentials>
  <AccessKeyId>${accessKey}</AccessKeyId><SecretAccessKey>short-secret</SecretAccessKey>
  <SessionToken>session</SessionToken><Expiration>2030-01-01T00:00:00Z</Expiration>
</Credentials></AssumeRoleResult></AssumeRoleResponse>`;

it('requests credentials that can only write below the prefix, for 15 minutes', async () => {
  const { asked, endpoint } = await answering(200, given('short-key'));
  const browser = createS3Browser({ ...config, endpoint });
  expect(await browser.temporaryCredentials('uploads/one/')).toEqual({
    accessKeyId: 'short-key',
    secretAccessKey: 'short-secret',
    sessionToken: 'session',
    expiration: '2030-01-01T00:00:00Z',
  });
  expect(asked[0]?.get('Action')).toBe('AssumeRole');
  expect(asked[0]?.get('DurationSeconds')).toBe('900');
  expect(JSON.parse(asked[0]?.get('Policy') ?? '')).toMatchObject({
    Statement: [{ Effect: 'Allow', Resource: ['arn:aws:s3:::pictures/uploads/one/*'] }],
  });
});

it.each([
  [403, '<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>'],
  [501, ''],
  [200, 'rubbish'],
  [200, given('master-key')],
])('returns no credentials if the store answers %i %s', async (status, body) => {
  const { endpoint } = await answering(status, body);
  const browser = createS3Browser({ ...config, endpoint });
  expect(await browser.temporaryCredentials('uploads/one/')).toBeNull();
});

it('returns no credentials if nothing listens', async () => {
  const browser = createS3Browser({ ...config, endpoint: 'http://127.0.0.1:1' });
  expect(await browser.temporaryCredentials('uploads/one/')).toBeNull();
});

it('signs for the address at which browsers reach the store', async () => {
  const browser = createS3Browser({
    ...config,
    endpoint: 'http://s3:9000',
    browserEndpoint: 'https://s3.example.com',
  });
  const signed = [
    await browser.putUrl('uploads/a', { seconds: 60 }),
    (await browser.postForm('uploads/a', { seconds: 60, contentType: 'image/png', maxBytes: 9 }))
      .url,
  ];
  for (const url of signed) {
    expect(url).toMatch(/^https:\/\/s3\.example\.com\/pictures/);
    expect(url).not.toContain('master-secret');
  }
});
