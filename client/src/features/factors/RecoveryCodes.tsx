import { Button, Group, SimpleGrid, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { toastFailure } from '../../api/failure.ts';
import { trpc } from '../../api/trpc.ts';
import { SettingsSection } from '../../ui/settings/SettingsSection.tsx';
import { toast } from '../../ui/toast.ts';
import { useConfirmation } from './Confirmation.tsx';
import { useFactorsChanged } from './use-factors.ts';

/** How many recovery codes are left, and the button for a new set. */
export function RecoveryCodes(props: { count: number; onCodes: (codes: string[]) => void }) {
  const { count, onCodes } = props;
  const confirmThen = useConfirmation();
  const onChanged = useFactorsChanged();
  const renew = trpc.totp.recoveryCodes.useMutation({
    async onSuccess({ recoveryCodes }) {
      onCodes(recoveryCodes);
      await onChanged();
    },
    onError(error) {
      if (confirmThen(error, () => renew.mutate())) return;
      toastFailure(error, { message: "We couldn't create new codes. Please try again." });
    },
  });
  return (
    <Group justify="space-between">
      <Text className="numbers">
        {count === 0 ? "You don't have any left." : `You have ${count} left.`}
      </Text>
      <Button variant="default" size="xs" disabled={renew.isPending} onClick={() => renew.mutate()}>
        Create new codes
      </Button>
    </Group>
  );
}

/** A new set of recovery codes, the one time that it is shown. */
export function NewRecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' });
    box.current?.focus({ preventScroll: true });
  }, []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast({ title: 'Codes copied!', kind: 'success' });
    } catch {
      toast({ title: 'Copy failed', message: 'Please copy the codes manually.', kind: 'error' });
    }
  };
  return (
    <SettingsSection
      title="Save your recovery codes"
      text="Print them or put them in your password manager. You won't be able to see them again."
    >
      <div ref={box} tabIndex={-1}>
        <SimpleGrid
          component="ul"
          aria-label="Your recovery codes"
          className="plain"
          cols={2}
          spacing="md"
          verticalSpacing={6}
          maw={320}
        >
          {codes.map((code) => (
            <Text key={code} component="li" ff="monospace">
              {code}
            </Text>
          ))}
        </SimpleGrid>
      </div>
      <Group mt="md">
        <Button onClick={() => void copy()}>Copy</Button>
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
      </Group>
    </SettingsSection>
  );
}
