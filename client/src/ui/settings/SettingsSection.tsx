import { Box, Button, Group, Paper, Skeleton, Switch, Text, Title } from '@mantine/core';
import {
  createContext,
  type PropsWithChildren,
  type ReactNode,
  type RefObject,
  use,
  useId,
  useRef,
} from 'react';
import classes from '../list.module.css';

type Props = PropsWithChildren<{ title: string; text?: ReactNode }>;

const SectionHeading = createContext<RefObject<HTMLElement | null>>({ current: null });

/** Returns a function that focuses the section's heading, for when the focused button is gone. */
export function useFocusHeading(): () => void {
  const heading = use(SectionHeading);
  return () => heading.current?.focus();
}

/** A group of settings in a box below its heading. */
export function SettingsSection({ title, text, children }: Props) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby={id}>
      <Title ref={heading} id={id} order={2} size="h3" tabIndex={-1}>
        {title}
      </Title>
      {text && (
        <Text c="dimmed" mt={4}>
          {text}
        </Text>
      )}
      <Paper withBorder radius="lg" mt="sm" p={{ base: 'md', sm: 'lg' }}>
        <SectionHeading value={heading}>{children}</SectionHeading>
      </Paper>
    </section>
  );
}

interface LoadedProps<Data> {
  query: { data: Data | undefined; isError: boolean; refetch: () => unknown };
  height: number;
  children: (data: Data) => ReactNode;
}

/** Renders the data of a query, a skeleton of `height` px, or an error with a retry button. */
export function Loaded<Data>({ query, height, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <Skeleton height={height} />;
  return (
    <Group role="alert" justify="space-between">
      <Text>We couldn&apos;t load this.</Text>
      <Button variant="default" size="xs" onClick={() => void query.refetch()}>
        Try again
      </Button>
    </Group>
  );
}

/** A list of `SettingsRow`s. */
export function SettingsList({ label, children }: PropsWithChildren<{ label?: string }>) {
  return (
    <ul className="plain" aria-label={label}>
      {children}
    </ul>
  );
}

/** `below` comes after the text, and takes no room from it. */
type RowProps = PropsWithChildren<{
  icon?: ReactNode;
  title: ReactNode;
  text: string;
  below?: ReactNode;
}>;

export function SettingsRow({ icon, title, text, below, children }: RowProps) {
  return (
    <Group component="li" wrap="nowrap" gap="sm" className={classes.entry}>
      {icon}
      <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {title}
        <Text c="dimmed" size="xs">
          {text}
        </Text>
        {below}
      </Box>
      {children}
    </Group>
  );
}

interface SwitchProps {
  label: string;
  description?: string;
  checked: boolean;
  isSaved: boolean;
  failure?: string | undefined;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch whose setting is saved at once, with a note when it is saved or has failed. */
export function SettingSwitch(props: SwitchProps) {
  const { label, description, checked, isSaved, failure, disabled = false, onChange } = props;
  const id = useId();
  const help = failure ?? description;
  return (
    <Group gap="lg" wrap="nowrap" align="flex-start" justify="space-between">
      <Box miw={0}>
        <Group gap={8}>
          <Text component="label" htmlFor={id} fw={600} style={{ cursor: 'pointer' }}>
            {label}
          </Text>
          <Text component="output" size="xs" c="var(--mantine-color-anchor)">
            {isSaved && 'Saved'}
          </Text>
        </Group>
        {help && (
          <Text
            id={`${id}-help`}
            role={failure ? 'alert' : undefined}
            size="xs"
            c={failure ? 'var(--mantine-color-error)' : 'dimmed'}
          >
            {help}
          </Text>
        )}
      </Box>
      <Switch
        id={id}
        size="md"
        aria-describedby={help ? `${id}-help` : undefined}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </Group>
  );
}
