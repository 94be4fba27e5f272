import { createHash } from 'node:crypto';
import { S3Error } from 'minio';
import { hasCode, type S3Client } from './s3-client.ts';

/**
 * Any origin: no cookie goes there, and only who was given a signed address can send at all. Pages
 * read a stored picture to turn it.
 * Uploads in parts need the ETag of each answer.
 */
const rules = `<CORSConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><CORSRule>
<AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod><AllowedMethod>PUT</AllowedMethod><AllowedMethod>POST</AllowedMethod>
<AllowedHeader>*</AllowedHeader><ExposeHeader>ETag</ExposeHeader><MaxAgeSeconds>3600</MaxAgeSeconds>
</CORSRule></CORSConfiguration>`;

/**
 * Lets pages of other origins send to the bucket. Rules that an operator has set are left as they
 * are; a store that has no such rules of its own, or keeps them from us, answers as it is set up.
 */
export async function allowBrowsers(client: S3Client, bucket: string): Promise<void> {
  try {
    if (await hasRules(client, bucket)) return;
    await client.makeRequestAsyncOmit(
      {
        method: 'PUT',
        bucketName: bucket,
        query: 'cors',
        headers: { 'Content-MD5': createHash('md5').update(rules).digest('base64') },
      },
      rules,
      [200, 204],
    );
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
  }
}

async function hasRules(client: S3Client, bucket: string): Promise<boolean> {
  try {
    await client.makeRequestAsyncOmit({ method: 'GET', bucketName: bucket, query: 'cors' });
    return true;
  } catch (error) {
    if (hasCode(error, 'NoSuchCORSConfiguration', 'NoSuchCORSConfigurationError', 'NotFound')) {
      return false;
    }
    throw error;
  }
}
