import { Button, Text } from '@mantine/core';
import { paths } from '../../config/paths.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { SettingsSection } from '../../ui/settings/SettingsSection.tsx';

/** Explains how payments work, with a link to the user's orders. */
export function Payments() {
  return (
    <SettingsSection title="Payments">
      <Text mb="md">
        You can pay for official store items with PayPal. Arrange payment with other sellers
        directly.
      </Text>
      <Button component={PageLink} to={paths.orders} variant="default">
        View your orders
      </Button>
    </SettingsSection>
  );
}
