import { Badge, Button, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import classes from './Devices.module.css';

interface Props {
  device: string;
  /** It is the browser that shows this. */
  current: boolean;
  line: string;
  /** Left out where there is nothing to do. */
  action: string | undefined;
  disabled: boolean;
  onAct: () => void;
}

/** One browser of a list. */
export function DeviceRow({ device, current, line, action, disabled, onAct }: Props) {
  const isSmall = /iPhone|iPad|Android/.test(device);
  const Icon = isSmall ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes.row}>
      <Icon size={24} stroke={1.5} aria-hidden className={classes.icon} />
      <div className={classes.what}>
        <div className={classes.device}>
          {device}
          {current && (
            <Badge variant="light" size="sm" tt="none">
              This device
            </Badge>
          )}
        </div>
        <Text c="dimmed" size="xs">
          {line}
        </Text>
      </div>
      {action && (
        <Button
          variant="default"
          size="xs"
          aria-label={`${action} ${device}`}
          disabled={disabled}
          onClick={onAct}
        >
          {action}
        </Button>
      )}
    </li>
  );
}
