import { Button, Loader, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useId } from 'react';
import { usePageConfig } from '../../config/page-config.tsx';
import type { Describe } from './use-describe.ts';

const notConfigured = 'AI descriptions are not configured on this server.';

interface Props {
  describe: Describe;
  disabled: boolean;
}

/**
 * Writes a description from the first picture. Where the server cannot, the button stays reachable
 * by keyboard and says why.
 */
export function DescribeButton({ describe, disabled }: Props) {
  const { canDescribe } = usePageConfig();
  const reasonId = useId();
  const press = () => {
    if (canDescribe && !describe.busy) void describe.describe();
  };
  return (
    <>
      <Tooltip
        label={notConfigured}
        disabled={canDescribe}
        multiline
        maw={260}
        events={{ hover: true, focus: true, touch: true }}
      >
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={disabled}
          data-disabled={!canDescribe || undefined}
          aria-disabled={!canDescribe || describe.busy || undefined}
          aria-describedby={canDescribe ? undefined : reasonId}
          leftSection={
            describe.busy ? (
              <Loader size={14} aria-hidden />
            ) : (
              <IconSparkles size={16} stroke={1.75} aria-hidden />
            )
          }
          onClick={press}
        >
          {describe.busy ? 'Describing...' : 'AI Description'}
        </Button>
      </Tooltip>
      {!canDescribe && <VisuallyHidden id={reasonId}>{notConfigured}</VisuallyHidden>}
    </>
  );
}
