import { ActionIcon, Menu } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { isolated } from '@marketplace/shared/direction';
import { IconDots } from '../../ui/icons/page-icons.tsx';
import { HidingItems } from './NotInterested.tsx';
import { useHiding } from './use-hiding.ts';
import classes from './CardMenu.module.css';

/** The menu of a card in a list. If the card leaves while it has the focus, the next card gets it. */
export function CardMenu({ listing }: { listing: ListingView }) {
  const { setHidden } = useHiding();
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const item = root.current?.closest('li');
    return () => {
      if (!item?.contains(document.activeElement)) return;
      (item.nextElementSibling ?? item.previousElementSibling)?.querySelector('a')?.focus();
    };
  }, []);
  return (
    <div ref={root} className={classes.menu}>
      <Menu position="top-end" width={240} withinPortal={false} keepMounted={false} returnFocus>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.dots}
            aria-label={`More actions for ${isolated(listing.title)}`}
          >
            <IconDots size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Not interested</Menu.Label>
          <HidingItems listing={listing} setHidden={setHidden} />
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
