import { createHash, createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { AssumeRoleProvider } from 'minio/dist/esm/AssumeRoleProvider.mjs';
import * as z from 'zod';
import {
  assertObjectKey,
  type BrowserUploads,
  inObjectStore,
  type TemporaryCredentials,
} from './object-store.ts';
import { connectS3, type S3Config } from './s3-client.ts';

/** Signs addresses of the bucket for browsers. Only credentials need a request to the store. */
export function createS3Browser(config: S3Config): BrowserUploads {
  const { bucket, region } = config;
  const client = connectS3(config, config.browserEndpoint ?? config.endpoint);

  const address = async (key: string): Promise<string> => {
    assertObjectKey(key);
    // The library knows how each provider forms bucket addresses. Its signature is not used.
    const url = new URL(await client.presignedUrl('PUT', bucket, key, 60));
    return url.origin + url.pathname;
  };

  return {
    bucket,
    region,
    address,
    async putUrl(key, { seconds, contentType, size }) {
      const headers = {
        ...(contentType ? { 'content-type': contentType } : {}),
        ...(size === undefined ? {} : { 'content-length': String(size) }),
      };
      const url = await address(key);
      return presignPut({ url, headers, seconds }, config);
    },
    async postForm(key, { seconds, contentType, maxBytes }) {
      assertObjectKey(key);
      const policy = client.newPostPolicy();
      policy.setBucket(bucket);
      policy.setKey(key);
      policy.setContentType(contentType);
      policy.setContentLengthRange(1, maxBytes);
      policy.setExpires(new Date(Date.now() + seconds * 1000));
      const { postURL, formData } = await client.presignedPostPolicy(policy);
      return { url: postURL, fields: { ...formData } };
    },
    temporaryCredentials: (prefix) =>
      inObjectStore('asking for credentials', () => assumeRole(config, prefix)),
  };
}

const credentials = z.object({
  AccessKeyId: z.string(),
  SecretAccessKey: z.string(),
  SessionToken: z.string().min(1),
  Expiration: z.string(),
});
const result = z.object({ AssumeRoleResult: z.object({ Credentials: credentials }) });
const answered = z.object({ AssumeRoleResponse: result });

/** Returns null without support by the store: the server's keys must not be given away. */
async function assumeRole(config: S3Config, prefix: string): Promise<TemporaryCredentials | null> {
  const { endpoint: stsEndpoint, accessKey, secretKey, region } = config;
  const statement = {
    Effect: 'Allow',
    Action: ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
    Resource: [`arn:aws:s3:::${config.bucket}/${prefix}*`],
  };
  const policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
  const provider = new AssumeRoleProvider({ stsEndpoint, accessKey, secretKey, region, policy });
  const noAnswer = setTimeout(4_000, null, { ref: false });
  const answer = await Promise.race([provider.performRequest(), noAnswer]).catch(() => null);
  const given = answered.safeParse(answer).data?.AssumeRoleResponse.AssumeRoleResult.Credentials;
  if (!given || given.AccessKeyId === accessKey) return null;
  return {
    accessKeyId: given.AccessKeyId,
    secretAccessKey: given.SecretAccessKey,
    sessionToken: given.SessionToken,
    expiration: given.Expiration,
  };
}

/**
 * Signs a PUT to an unsigned `url` by AWS Signature Version 4. The S3 library signs only the host.
 * This signature also covers headers, by lower-case name, such as the type and length of the file.
 */
function presignPut(
  { url, headers, seconds }: { url: string; headers: Record<string, string>; seconds: number },
  signer: S3Config,
): string {
  const target = new URL(url);
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${signer.region}/s3/aws4_request`;
  const signed: Record<string, string> = { ...headers, host: target.host };
  const names = Object.keys(signed).sort();
  const parameters = Object.entries({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${signer.accessKey}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': names.join(';'),
  });
  const search = parameters
    .map(([name, value]) => `${escape(name)}=${escape(value)}`)
    .sort()
    .join('&');
  const canonical = [
    'PUT',
    target.pathname,
    search,
    ...names.map((name) => `${name}:${signed[name]?.trim()}`),
    '',
    names.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const digest = createHash('sha256').update(canonical).digest('hex');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, digest].join('\n');
  // The key is derived step by step, and signs the text in the last step.
  const signature = [...scope.split('/'), toSign].reduce<Buffer>(
    (key, step) => createHmac('sha256', key).update(step).digest(),
    Buffer.from(`AWS4${signer.secretKey}`),
  );
  return `${target.origin}${target.pathname}?${search}&X-Amz-Signature=${signature.toString('hex')}`;
}

/** Escapes all but unreserved characters, as the signature requires. */
function escape(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
