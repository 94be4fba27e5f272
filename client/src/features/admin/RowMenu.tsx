import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { Fragment } from 'react';
import { isolated } from '@marketplace/shared/direction';
import { IconDots } from '../../ui/icons/page-icons.tsx';
import classes from './AdminTable.module.css';

export interface RowAction {
  label: string;
  onClick: () => void;
  isDangerous?: boolean;
  /** Why the action is not possible. Undefined if it is. */
  blocked?: string | undefined;
}

interface Props {
  /** The name of the user or the title of the listing. */
  subject: string;
  /** The most common action, shown next to the menu if there is room. */
  first?: RowAction | undefined;
  actions: RowAction[];
}

/** Outside the table, which would clip the menu, but within the main landmark. */
const inMain = { target: '#content' };

/** The menu with an admin's actions on the user or listing of a row. */
export function RowMenu({ subject, first, actions }: Props) {
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {first && (
        <Button variant="default" h={30} px={12} fz="xs" visibleFrom="sm" onClick={first.onClick}>
          {first.label}
        </Button>
      )}
      <Menu position="bottom-end" width={240} returnFocus keepMounted={false} portalProps={inMain}>
        <Menu.Target>
          <ActionIcon
            className={classes.menu}
            variant="subtle"
            color="gray"
            size={32}
            aria-label={`More actions for ${isolated(subject)}`}
          >
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ label, onClick, isDangerous, blocked }) => (
            <Fragment key={label}>
              {isDangerous && <Menu.Divider />}
              <Menu.Item
                color={isDangerous && !blocked ? 'var(--mantine-color-error)' : undefined}
                disabled={blocked !== undefined}
                onClick={onClick}
              >
                {label}
                {blocked && (
                  <Text span display="block" size="xs">
                    {blocked}
                  </Text>
                )}
              </Menu.Item>
            </Fragment>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
