import { useState } from 'react';
import { Loaded, SettingsSection } from '../../ui/settings/SettingsSection.tsx';
import { AuthenticatorApp } from './AuthenticatorApp.tsx';
import { Passkeys } from './Passkeys.tsx';
import { NewRecoveryCodes, RecoveryCodes } from './RecoveryCodes.tsx';
import { useFactors } from './use-factors.ts';

/** The settings section "Sign-in and security". */
export function SecuritySettings() {
  const factors = useFactors();
  /** Codes that were just created, the only time that they are shown. */
  const [newCodes, setNewCodes] = useState<string[] | null>(null);
  const { passkeys = [], authenticatorApp = false, recoveryCodes = 0 } = factors.data ?? {};
  const count = passkeys.length + Number(authenticatorApp);
  const shared = { isLast: count === 1, onCodes: setNewCodes };
  return (
    <>
      {newCodes && <NewRecoveryCodes codes={newCodes} onDone={() => setNewCodes(null)} />}
      <SettingsSection
        title="Passkeys"
        text="Sign in with your fingerprint, face, or screen lock. No email and no code, and a fake site can't steal it."
      >
        <Loaded query={factors} height={36}>
          {(data) => <Passkeys passkeys={data.passkeys} {...shared} />}
        </Loaded>
      </SettingsSection>
      <SettingsSection
        title="Authenticator app"
        text="An app on your phone shows a new code every 30 seconds. We'll ask for it after the code from your email."
      >
        <Loaded query={factors} height={36}>
          {(data) => <AuthenticatorApp isOn={data.authenticatorApp} {...shared} />}
        </Loaded>
      </SettingsSection>
      {count > 0 && (
        <SettingsSection
          title="Recovery codes"
          text="Each one gets you in once if you lose your passkey or your phone."
        >
          <RecoveryCodes count={recoveryCodes} onCodes={setNewCodes} />
        </SettingsSection>
      )}
    </>
  );
}
