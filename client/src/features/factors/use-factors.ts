import type { FactorMethod } from '@marketplace/shared/factors/schemas';
import { trpc } from '../../api/trpc.ts';

/** Queries the user's factors, and how they can prove one. */
export function useFactors() {
  const options = { refetchOnMount: 'always' } as const;
  const passkeys = trpc.passkeys.list.useQuery(undefined, options);
  const status = trpc.totp.status.useQuery(undefined, options);
  const data = passkeys.data && status.data && { passkeys: passkeys.data, ...status.data };
  const has = (method: FactorMethod) =>
    method === 'passkey'
      ? data?.passkeys.length
      : method === 'code'
        ? data?.authenticatorApp
        : data?.recoveryCodes;
  const methods = (['passkey', 'code', 'recoveryCode'] as const).filter(has);
  return {
    data: data && { ...data, methods },
    isError: passkeys.isError || status.isError,
    refetch: () => void Promise.all([passkeys.refetch(), status.refetch()]),
  };
}

/** Returns a function that fetches the user's factors again, after a change. */
export function useFactorsChanged() {
  const { passkeys, totp } = trpc.useUtils();
  return async () =>
    void (await Promise.all([passkeys.list.invalidate(), totp.status.invalidate()]));
}
