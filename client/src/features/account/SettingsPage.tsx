import { Stack, Title } from '@mantine/core';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { titleSize } from '../listings/title-size.ts';
import { ApiTokens } from '../tokens/ApiTokens.tsx';
import { BlockedPeople } from './BlockedPeople.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { Devices } from './Devices.tsx';
import { MailPreferences } from './MailPreferences.tsx';
import { PresenceSwitch } from './PresenceSwitch.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { SignOutSection } from './SignOutSection.tsx';
import { YourData } from './YourData.tsx';

/** What the signed-in decide for themselves. */
export function Component() {
  return (
    <PageContainer size={768}>
      <Title order={1} mb="lg" fz={titleSize}>
        Settings
      </Title>
      <Stack gap="lg">
        <ProfileForm />
        <SettingsSection title="Privacy">
          <PresenceSwitch />
        </SettingsSection>
        <SettingsSection title="Email">
          <MailPreferences />
        </SettingsSection>
        <SignOutSection />
        <Devices />
        <BlockedPeople />
        <ApiTokens />
        <YourData />
        <DeleteAccount />
      </Stack>
    </PageContainer>
  );
}
