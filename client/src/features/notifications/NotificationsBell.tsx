import { Popover, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { NavLink } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { preloadPage } from '../../config/preload-page.ts';
import { IconBell } from '../../ui/icons/page-icons.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useUnreadNotifications } from './notification-list.ts';

const loadPanel = () => import('./NotificationList.tsx');
const NotificationsPanel = lazyPart(async () => (await loadPanel()).NotificationsPanel);

/** The classes of the header's round buttons and of the numbers on them. */
type Props = Record<'buttonClass' | 'badgeClass', string | undefined>;

/** The bell with the number of unread notifications. Opens a panel, or a page on phones. */
export function NotificationsBell({ buttonClass, badgeClass }: Props) {
  const unread = useUnreadNotifications();
  const count = unread ?? 0;
  const [opened, setOpened] = useState(false);
  const isWide = useMediaQuery('(min-width: 40em)', true, { getInitialValueInEffect: false });
  const button = {
    className: buttonClass,
    'aria-label': count > 0 ? `Notifications, ${shownCount(count)} unread` : 'Notifications',
    children: (
      <>
        <IconBell size={22} stroke={1.75} />
        {count > 0 && <span className={badgeClass}>{shownCount(count)}</span>}
      </>
    ),
  };
  return (
    <>
      {isWide ? (
        <Popover
          opened={opened}
          onChange={setOpened}
          width={400}
          position="bottom-end"
          trapFocus
          returnFocus
        >
          <Popover.Target>
            <button
              type="button"
              {...button}
              // The panel itself shows a failure to load it.
              onPointerEnter={() => void loadPanel().catch(() => undefined)}
              onClick={() => setOpened((open) => !open)}
            />
          </Popover.Target>
          <Popover.Dropdown p={0}>
            <NotificationsPanel
              // The height of a few entries, so that the panel grows little when it is loaded.
              fallback={<div style={{ minHeight: 240 }} aria-busy="true" />}
              onClose={() => setOpened(false)}
            />
          </Popover.Dropdown>
        </Popover>
      ) : (
        <NavLink
          to={paths.notifications}
          {...button}
          onPointerEnter={() => preloadPage(paths.notifications)}
        />
      )}
      <Announcer unread={unread} />
    </>
  );
}

const shownCount = (count: number): string => (count > 99 ? '99+' : String(count));

/** Announces the number of unread notifications when it grows. */
function Announcer({ unread }: { unread: number | undefined }) {
  const [said, setSaid] = useState({ unread, text: '' });
  if (said.unread !== unread) {
    const grows = said.unread !== undefined && unread !== undefined && unread > said.unread;
    const what = unread === 1 ? 'notification' : 'notifications';
    setSaid({ unread, text: grows ? `${shownCount(unread)} unread ${what}` : '' });
  }
  return <VisuallyHidden aria-live="polite">{said.text}</VisuallyHidden>;
}
