import { Anchor, Box } from '@mantine/core';
import type { CSSProperties } from 'react';
import type { CurrentUser } from '@marketplace/shared/auth/schemas';
import { suspensionEndText } from '@marketplace/shared/moderation/suspension';
import { paths } from '../../../config/paths.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { useMinute } from '../../../ui/time/use-today.ts';

/** Comes before the header, although it loads after the page. White is visible on red. */
const style = { order: -1, overflowWrap: 'anywhere', '--focus': 'white' } as CSSProperties;

/** Says above every page that the account is read-only, until when, and why. */
export function SuspensionBanner({ until, reason }: NonNullable<CurrentUser['suspension']>) {
  if (useMinute() >= Date.parse(until)) return null;
  return (
    <Box
      component="aside"
      aria-label="Suspension"
      style={style}
      bg="red.8"
      c="white"
      fz="sm"
      py={8}
    >
      <div className="page-width">
        <strong>Your account is read-only until {suspensionEndText(until)}.</strong> Reason:{' '}
        <bdi>{reason}</bdi>{' '}
        <Anchor
          component={PageLink}
          to={paths.settingsSection('decisions')}
          inherit
          c="inherit"
          underline="always"
        >
          See the decision
        </Anchor>
      </div>
    </Box>
  );
}
