import { createHash, createHmac } from 'node:crypto';

interface Request {
  method: 'PUT';
  /** The bare address of the object. */
  url: string;
  query?: Record<string, string>;
  /** Headers that the request has to carry just so, by their names in lower case. */
  headers: Record<string, string>;
}

interface Signer {
  accessKey: string;
  secretKey: string;
  region: string;
  seconds: number;
}

/**
 * An address signed by AWS Signature Version 4 in its query. The S3 library signs the host alone;
 * this binds the request to headers as well, so that its type and length are settled beforehand.
 */
export function presignUrl({ method, url, query, headers }: Request, signer: Signer): string {
  const target = new URL(url);
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${signer.region}/s3/aws4_request`;
  const signed: Record<string, string> = { ...headers, host: target.host };
  const names = Object.keys(signed).sort();
  const parameters = Object.entries({
    ...query,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${signer.accessKey}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(signer.seconds),
    'X-Amz-SignedHeaders': names.join(';'),
  });
  const search = parameters
    .map(([name, value]) => `${escape(name)}=${escape(value)}`)
    .sort()
    .join('&');
  const canonical = [
    method,
    target.pathname,
    search,
    ...names.map((name) => `${name}:${signed[name]?.trim()}`),
    '',
    names.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const digest = createHash('sha256').update(canonical).digest('hex');
  const signature = hmac(signingKey(scope, signer.secretKey), [
    'AWS4-HMAC-SHA256',
    time,
    scope,
    digest,
  ]);
  return `${target.origin}${target.pathname}?${search}&X-Amz-Signature=${signature.toString('hex')}`;
}

function signingKey(scope: string, secretKey: string): Buffer {
  return scope
    .split('/')
    .reduce<Buffer>((key, step) => hmac(key, [step]), Buffer.from(`AWS4${secretKey}`));
}

function hmac(key: Buffer, lines: string[]): Buffer {
  return createHmac('sha256', key).update(lines.join('\n')).digest();
}

/** As the signature wants it: all but unreserved characters. */
function escape(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
