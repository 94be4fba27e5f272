import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { expect } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../errors.ts';
import { codeOf } from '../../test/app-code.ts';
import { askForCode, signIn, type TestBrowser } from '../../test/browser.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Changes that a test makes to an answer. `counter` is 0 for an authenticator that does not count. */
interface Answer {
  origin?: string;
  rpId?: string;
  counter?: number;
  verified?: boolean;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

/** Creates an authenticator in software with one ES256 passkey. */
export function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const coseKey = isoCBOR.encode(
    new Map<number, number | Bytes>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  );
  const id = base64(credentialId);
  const common = { id, rawId: id, type: 'public-key' as const };
  const dataOf = (isNew: boolean, { rpId = 'localhost', counter = 0, verified = true }: Answer) => {
    const head = Buffer.alloc(5);
    head[0] = 0b1 | (verified ? 0b100 : 0) | (isNew ? 0b100_0000 : 0);
    head.writeUInt32BE(counter, 1);
    const length = Buffer.from([0, credentialId.length]);
    const credential = isNew ? [Buffer.alloc(16), length, credentialId, coseKey] : [];
    return new Uint8Array(Buffer.concat([sha256(rpId), head, ...credential]));
  };
  const clientData = (type: string, challenge: string, { origin }: Answer) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: origin ?? 'http://localhost:3000' }));
  return {
    /** The columns of the passkey, without its user. */
    row: { credentialId, publicKey: Buffer.from(coseKey), counter: 0, name: 'Authenticator' },
    /** Answers the options of a registration. */
    create({ challenge }: { challenge: string }, answer: Answer = {}) {
      const attestation = isoCBOR.encode(
        new Map<string, string | Bytes | Map<string, never>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, never>()],
          ['authData', dataOf(true, answer)],
        ]),
      );
      const clientDataJSON = base64(clientData('webauthn.create', challenge, answer));
      return { ...common, response: { clientDataJSON, attestationObject: base64(attestation) } };
    },
    /** Answers the options of a sign-in. */
    get({ challenge }: { challenge: string }, answer: Answer = {}) {
      const client = clientData('webauthn.get', challenge, answer);
      const authenticatorData = dataOf(false, answer);
      const signature = sign(
        'sha256',
        Buffer.concat([authenticatorData, sha256(client)]),
        privateKey,
      );
      return {
        ...common,
        response: {
          clientDataJSON: base64(client),
          authenticatorData: base64(authenticatorData),
          signature: base64(signature),
        },
      };
    },
  };
}

type Authenticator = ReturnType<typeof createAuthenticator>;

/** Signs in with a code and adds a passkey. Returns the recovery codes. */
export async function enrollPasskey(
  ctx: AppContext,
  {
    browser,
    authenticator,
    email,
  }: { browser: TestBrowser; authenticator: Authenticator; email: string },
) {
  const user = await signIn(ctx, browser, email);
  const options = await (await browser.call()).passkeys.registerOptions();
  const { passkeys } = await browser.call();
  const added = await passkeys.register({ response: authenticator.create(options) });
  return { user, ...added };
}

/** Signs in with a code and adds an authenticator app, whose codes are `codeAt` a time in ms. */
export async function enrollApp(ctx: AppContext, browser: TestBrowser, email: string) {
  const user = await signIn(ctx, browser, email);
  const app = await (await browser.call()).totp.begin();
  const codeAt = (timestamp: number) => codeOf(app.secret, timestamp);
  const { recoveryCodes } = await (await browser.call()).totp.confirm({ code: codeAt(Date.now()) });
  return { user, codeAt, recoveryCodes, app };
}

/** Enters a right emailed code and returns the token and methods of the second step. */
export async function reachSecondStep(ctx: AppContext, browser: TestBrowser, email: string) {
  const pending = await askForCode(ctx, browser, email);
  const refused = await (await browser.auth()).verify(pending).catch((error: unknown) => error);
  const { cause } = refused as { cause: unknown };
  const factor = cause instanceof AppError ? cause.factor : undefined;
  if (factor?.need !== 'SECOND_FACTOR') throw new Error(`No second step: ${String(refused)}`);
  expect(browser.cookies.session).toBeUndefined();
  return factor;
}
