import { Box, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Activity, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import { usePageConfig } from '../../config/page-config.tsx';
import { paths } from '../../config/paths.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { SettingsSection } from '../../ui/settings/SettingsSection.tsx';
import { IconUser } from '../../ui/icons/icons.tsx';
import { IconChevronLeft, IconChevronRight } from '../../ui/icons/listing-icons.tsx';
import {
  IconBan,
  IconBell,
  IconCalendar,
  IconCode,
  IconDeviceLaptop,
  IconDownload,
  IconKey,
  IconLock,
  IconMoon,
  IconShieldCheck,
  IconShoppingBag,
  IconUserCheck,
} from '../../ui/icons/page-icons.tsx';
import { IconEyeOff } from '../../ui/icons/listing-icons.tsx';
import { ConfirmationProvider } from '../factors/Confirmation.tsx';
import { HiddenListings } from '../hidden/HiddenListings.tsx';
import { Decisions } from '../moderation/Decisions.tsx';
import { PushSettings } from '../push/PushSettings.tsx';
import { ApiTokens } from '../tokens/ApiTokens.tsx';
import { Standing } from '../standing/Standing.tsx';
import { Webhooks } from '../webhooks/Webhooks.tsx';
import { AwayPreference } from './AwayPreference.tsx';
import { BlockedPeople } from './BlockedPeople.tsx';
import { DeleteAccount, DownloadData } from './AccountData.tsx';
import { Devices } from './Devices.tsx';
import { Appearance, MailPreferences, PresencePreference } from './Preferences.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { SignIns } from './SignIns.tsx';
import classes from './SettingsPage.module.css';

const SecuritySettings = lazyPart(
  async () => (await import('../factors/SecuritySettings.tsx')).SecuritySettings,
);

/** `id` is the value of `section` in the query string; `hint` is for the list on phones. */
const sections = [
  { id: 'profile', label: 'Profile', hint: 'What others see about you', icon: IconUser },
  { id: 'standing', label: 'Standing', hint: 'What you can do here', icon: IconUserCheck },
  { id: 'privacy', label: 'Privacy', hint: "Who can see when you're active", icon: IconLock },
  { id: 'vacation', label: 'Vacation', hint: "While you're away", icon: IconCalendar },
  { id: 'blocked', label: 'Blocked people', hint: "Who can't message you", icon: IconBan },
  { id: 'hidden', label: 'Not interested', hint: 'What your lists leave out', icon: IconEyeOff },
  {
    id: 'notifications',
    label: 'Notifications',
    hint: 'On this device and by email',
    icon: IconBell,
  },
  { id: 'appearance', label: 'Appearance', hint: 'Light or dark', icon: IconMoon },
  {
    id: 'security',
    label: 'Sign-in and security',
    hint: 'Passkeys and authenticator app',
    icon: IconKey,
  },
  {
    id: 'devices',
    label: 'Devices and sessions',
    hint: "Where you're signed in, and signing out",
    icon: IconDeviceLaptop,
  },
  { id: 'decisions', label: 'Decisions', hint: 'By our moderators', icon: IconShieldCheck },
  { id: 'payments', label: 'Payments', hint: 'PayPal and your orders', icon: IconShoppingBag },
  {
    id: 'data',
    label: 'Your data',
    hint: 'Download it, or delete your account',
    icon: IconDownload,
  },
  { id: 'developer', label: 'Developer', hint: 'API tokens and webhooks', icon: IconCode },
] as const;

const views: Record<(typeof sections)[number]['id'], ReactNode> = {
  profile: <ProfileForm />,
  standing: <Standing />,
  privacy: <PresencePreference />,
  vacation: <AwayPreference />,
  blocked: <BlockedPeople />,
  hidden: <HiddenListings />,
  notifications: (
    <>
      <PushSettings />
      <MailPreferences />
    </>
  ),
  appearance: <Appearance />,
  security: <SecuritySettings fallback={<Skeleton height={320} />} />,
  devices: (
    <>
      <Devices />
      <SignIns />
    </>
  ),
  decisions: <Decisions />,
  payments: <Payments />,
  data: (
    <>
      <DownloadData />
      <DeleteAccount />
    </>
  ),
  developer: (
    <>
      <ApiTokens />
      <Webhooks />
    </>
  ),
};

/** The settings, one section at a time. Hidden sections do not lose what was typed. */
export function Component() {
  const { paypal } = usePageConfig();
  const shown = sections.filter(({ id }) => id !== 'payments' || paypal);
  const section = useSearchParams()[0].get('section');
  const wanted = useLocation().hash === '#second-factor' ? 'security' : section;
  const opened = shown.find(({ id }) => id === wanted);
  const current = opened ?? shown[0];
  const page = useSectionFocus(opened?.id);
  return (
    <PageContainer mih="75vh">
      <div ref={page} className={classes.page} data-opened={opened ? true : undefined}>
        <Title order={1} className={classes.title} style={{ gridColumn: '1 / -1' }}>
          Settings
        </Title>
        <nav aria-label="Settings" className={classes.nav}>
          {shown.map(({ id, label, hint, icon: Icon }) => (
            <PageLink
              key={id}
              to={paths.settingsSection(id)}
              id={`to-${id}`}
              className={classes.link}
              aria-current={id === current?.id ? 'page' : undefined}
            >
              <Icon size={20} stroke={1.75} aria-hidden />
              <Box component="span" flex={1} miw={0}>
                {label}
                <Text span size="xs" c="dimmed" fw={400} className={classes.hint}>
                  {hint}
                </Text>
              </Box>
              <IconChevronRight size={18} stroke={1.75} className={classes.chevron} aria-hidden />
            </PageLink>
          ))}
        </nav>
        <div className={classes.view}>
          <PageLink to={paths.settings} className={classes.back}>
            <IconChevronLeft size={20} stroke={1.75} aria-hidden />
            Settings
          </PageLink>
          <ConfirmationProvider>
            {shown.map(({ id }) => (
              <Activity key={id} mode={id === current?.id ? 'visible' : 'hidden'}>
                <Stack gap="xl">{views[id]}</Stack>
              </Activity>
            ))}
          </ConfirmationProvider>
        </div>
        <UnsavedGuard page={page} />
      </div>
    </PageContainer>
  );
}

/** Focuses the section that was opened, or the link to it when the user goes back. */
function useSectionFocus(opened: string | undefined) {
  const page = useRef<HTMLDivElement>(null);
  const before = useRef(opened);
  const type = useNavigationType();
  useEffect(() => {
    if (before.current === opened) return;
    const target = opened ? 'h2' : `#to-${before.current}`;
    const found = [...(page.current?.querySelectorAll<HTMLElement>(target) ?? [])];
    found.find((element) => element.offsetParent !== null)?.focus({ preventScroll: true });
    // Back and forward restore the scroll position.
    if (type === 'PUSH') window.scrollTo(0, 0);
    before.current = opened;
  }, [opened, type]);
  return page;
}

/** Asks before a link or a closed tab discards a form whose submit button is enabled. */
function UnsavedGuard({ page }: { page: RefObject<HTMLElement | null> }) {
  const navigate = useNavigate();
  const [next, setNext] = useState('');
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const isUnsaved = () => Boolean(page.current?.querySelector('form [type="submit"]:enabled'));
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a');
      const isHere = link?.pathname === window.location.pathname;
      const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || link?.target;
      if (!link || isHere || isElsewhere || link.origin !== window.location.origin) return;
      if (!isUnsaved()) return;
      event.preventDefault();
      event.stopPropagation();
      setNext(link.pathname + link.search);
      setOpened(true);
    };
    window.addEventListener('beforeunload', onUnload);
    // The capture phase runs before the link's own handler.
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, { capture: true });
    };
  }, [page]);
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirm={{ label: 'Leave', busyLabel: 'Leave' }}
      isBusy={false}
      opened={opened}
      onClose={() => setOpened(false)}
      onConfirm={() => void navigate(next)}
    >
      <Text>Your changes to your settings aren&apos;t saved yet.</Text>
    </ConfirmDialog>
  );
}

function Payments() {
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
