import {
  Button,
  Group,
  Tabs,
  Title,
  Skeleton,
  Stack,
  Paper,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { IconShieldX } from '../../ui/icons/page-icons.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toast } from '../../ui/toast.ts';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { ActivityCharts } from './ActivityCharts.tsx';
import { AdminTable } from './AdminTable.tsx';
import classes from './AdminPage.module.css';
import { auditTab } from './AuditTab.tsx';
import { RowButton } from './Cells.tsx';
import { conversationsTab } from './ConversationsTab.tsx';
import { listingsTab } from './ListingsTab.tsx';
import { messagesTab } from './MessagesTab.tsx';
import { usersTab } from './UsersTab.tsx';
import { useAdminSubscription, useTotals } from './admin-events.ts';

/** The Admin Center. Users who are not admins see why not and are redirected. */
export function Component() {
  return useCurrentUser()?.isAdmin ? <AdminCenter /> : <AccessDenied />;
}

const title = 'Access Denied';
const message = 'You need admin privileges to access this page.';

/** Goes to the landing page after 1.5 s. */
function AccessDenied() {
  const navigate = useNavigate();
  useEffect(() => {
    toast({ title, message, kind: 'error' });
    const timer = window.setTimeout(() => void navigate(paths.landing), 1500);
    return () => window.clearTimeout(timer);
  }, [navigate]);
  return (
    <PageContainer size={768} mih="60vh">
      <EmptyState
        order={1}
        icon={
          <IconShieldX size={48} stroke={1.25} color="var(--mantine-color-dimmed)" aria-hidden />
        }
        title={title}
        text={message}
      />
    </PageContainer>
  );
}

const ModerationQueue = lazyPart(
  async () => (await import('./reports/ModerationQueue.tsx')).ModerationQueue,
);

const tabs = [
  { value: 'users', label: usersTab.label, panel: <AdminTable {...usersTab} /> },
  { value: 'listings', label: listingsTab.label, panel: <AdminTable {...listingsTab} /> },
  { value: 'messages', label: messagesTab.label, panel: <AdminTable {...messagesTab} /> },
  {
    value: 'conversations',
    label: conversationsTab.label,
    panel: <AdminTable {...conversationsTab} />,
  },
  { value: 'reports', label: 'Reports', panel: <ModerationQueue fallback={<ListSkeleton />} /> },
  { value: 'audit', label: auditTab.label, panel: <AdminTable {...auditTab} /> },
] as const;

/** Numbers, charts and lists of the whole marketplace, live. */
function AdminCenter() {
  useAdminSubscription();
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('tab');
  const current = tabs.find(({ value }) => value === wanted)?.value ?? 'users';
  // The queue needs the room.
  const [statisticsOpened, setStatisticsOpened] = useState(false);
  const open = (tab: string | null) => setSearch(tab && tab !== 'users' ? { tab } : {});
  return (
    <PageContainer mih="60vh" className={classes.page}>
      <Group justify="space-between">
        <Title order={1} size="h2">
          Admin Center
        </Title>
        {current === 'reports' && (
          <Button
            variant="subtle"
            size="compact-md"
            aria-expanded={statisticsOpened}
            onClick={() => setStatisticsOpened(!statisticsOpened)}
          >
            {statisticsOpened ? 'Hide statistics' : 'Show statistics'}
          </Button>
        )}
      </Group>
      {(current !== 'reports' || statisticsOpened) && (
        <>
          <StatCards onOpenReports={() => open('reports')} />
          <ActivityCharts />
        </>
      )}
      <Tabs value={current} onChange={open} keepMounted={false} mt="lg">
        <Tabs.List ref={useShownTab(current)} className={classes.tabs}>
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
              {value === 'reports' && <OpenReports />}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ value, panel }) => (
          <Tabs.Panel key={value} value={value} pt="md">
            {panel}
          </Tabs.Panel>
        ))}
      </Tabs>
    </PageContainer>
  );
}

/** Where the tabs do not fit side by side, the open one is scrolled to. */
function useShownTab(current: string) {
  const list = useRef<HTMLDivElement>(null);
  // The number of open reports makes its tab wider.
  const isCounted = useTotals() !== undefined;
  useEffect(() => {
    if (!isCounted) return;
    const tab = list.current?.children[tabs.findIndex(({ value }) => value === current)];
    if (tab instanceof HTMLElement) list.current?.scrollTo({ left: tab.offsetLeft - 16 });
  }, [current, isCounted]);
  return list;
}

function OpenReports() {
  const count = useTotals()?.openReports ?? 0;
  if (count === 0) return null;
  return (
    <span className={`${classes.count} numbers`}>
      {count.toLocaleString('en-US')}
      <VisuallyHidden> open</VisuallyHidden>
    </span>
  );
}

function ListSkeleton() {
  return (
    <Stack component="output" gap="xs" aria-busy="true" aria-label="Loading">
      <Skeleton height={36} width="min(320px, 100%)" mb={4} />
      {[0, 1, 2, 3, 4, 5, 6, 7].map((at) => (
        <Skeleton key={at} height={48} />
      ))}
    </Stack>
  );
}

const cards = [
  { of: 'users', label: 'Total Users' },
  { of: 'messages', label: 'Total Messages' },
  { of: 'conversations', label: 'Active Conversations' },
  { of: 'listings', label: 'Total Listings' },
  { of: 'openReports', label: 'Open reports' },
] as const;

/** The numbers at the top of the Admin Center; they change as it happens. */
function StatCards({ onOpenReports }: { onOpenReports: () => void }) {
  const totals = useTotals();
  return (
    <dl className={classes.cards}>
      {cards.map(({ of, label }) => (
        <Paper
          key={of}
          withBorder
          radius="lg"
          pos="relative"
          flex={{ base: '1 1 40%', sm: '1 1 30%', md: '1 1 0' }}
          miw={0}
          px={{ base: 12, sm: 16 }}
          py={{ base: 10, sm: 12 }}
          className={classes.card}
        >
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text
            component="dd"
            mt={2}
            fz={{ base: '1.25rem', sm: '1.625rem' }}
            fw={650}
            lh={{ base: '26px', sm: '30px' }}
            className="numbers"
          >
            {!totals ? (
              <Skeleton height="1lh" width={72} />
            ) : of === 'openReports' ? (
              <RowButton onClick={onOpenReports}>
                <LiveCount value={totals[of]} />
              </RowButton>
            ) : (
              <LiveCount value={totals[of]} />
            )}
          </Text>
        </Paper>
      ))}
    </dl>
  );
}

/** Lights up for a moment when it changes. */
function LiveCount({ value }: { value: number }) {
  const [first] = useState(value);
  const [changed, setChanged] = useState(false);
  if (value !== first && !changed) setChanged(true);
  return (
    <span key={value} className={classes.number} data-changed={changed || undefined}>
      {value.toLocaleString('en-US')}
    </span>
  );
}
