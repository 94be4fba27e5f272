import { SegmentedControl, Text } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { colorSchemes, useColorScheme } from '../../ui/color-scheme.ts';
import { SettingsSection } from '../../ui/settings/SettingsSection.tsx';

/** The choice of the color scheme, which this browser stores. */
export function Appearance() {
  const { colorScheme, choose } = useColorScheme();
  return (
    <SettingsSection title="Appearance">
      <Text id="theme-label" fw={600}>
        Theme
      </Text>
      <Text size="xs" c="dimmed" mb="sm">
        “System” follows your device. Applies to this browser.
      </Text>
      <SegmentedControl
        aria-labelledby="theme-label"
        data={[...colorSchemes]}
        value={colorScheme}
        onChange={(value) => choose(value as typeof colorScheme)}
      />
    </SettingsSection>
  );
}
