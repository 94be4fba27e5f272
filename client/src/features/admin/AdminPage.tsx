import { Box, Button, Tabs, Title, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { IconShieldX } from '../../ui/icons/page-icons.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toast } from '../../ui/toast.ts';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { AdminFactorBanner, AdminFactorGate } from '../factors/AdminFactorGate.tsx';
import { ActivityCharts } from './ActivityCharts.tsx';
import { AdminTable } from './AdminTable.tsx';
import classes from './AdminPage.module.css';
import { auditTab } from './AuditTab.tsx';
import { RowButton } from './table-cells.tsx';
import { conversationsTab } from './ConversationsTab.tsx';
import { listingsTab } from './ListingsTab.tsx';
import { messagesTab } from './MessagesTab.tsx';
import { usersTab } from './UsersTab.tsx';
import { useAdminSubscription, useTotals } from './admin-events.ts';

const Person = lazyPart(async () => (await import('./person/Person.tsx')).Person);

/** The Admin Center and the pages about people. Other users see why they can't, and are redirected. */
export function Component() {
  const { pathname } = useLocation();
  if (!useCurrentUser()?.isAdmin) return <AccessDenied />;
  return (
    <AdminFactorGate>
      {pathname === paths.admin ? <AdminCenter /> : <Person fallback={<ListSkeleton />} />}
    </AdminFactorGate>
  );
}

const denied = {
  title: 'Access Denied',
  message: 'You need admin privileges to access this page.',
};

/** Redirects to the landing page after 1.5 s. */
function AccessDenied() {
  const navigate = useNavigate();
  useEffect(() => {
    toast({ ...denied, kind: 'error' });
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
        title={denied.title}
        text={denied.message}
      />
    </PageContainer>
  );
}

const ModerationQueue = lazyPart(
  async () => (await import('./reports/ModerationQueue.tsx')).ModerationQueue,
);

const Templates = lazyPart(async () => (await import('./person/Templates.tsx')).Templates);

const SafeSpots = lazyPart(async () => (await import('./SafeSpots.tsx')).SafeSpots);

const RulesTab = lazyPart(async () => (await import('./rules/RulesTab.tsx')).RulesTab);

const Numbers = lazyPart(async () => (await import('./analytics/NumbersTab.tsx')).NumbersTab);

const tabs = [
  { value: 'users', label: 'Users', panel: <AdminTable {...usersTab} /> },
  { value: 'listings', label: 'Listings', panel: <AdminTable {...listingsTab} /> },
  { value: 'messages', label: 'Messages', panel: <AdminTable {...messagesTab} /> },
  { value: 'conversations', label: 'Conversations', panel: <AdminTable {...conversationsTab} /> },
  { value: 'reports', label: 'Reports', panel: <ModerationQueue fallback={<ListSkeleton />} /> },
  { value: 'rules', label: 'Rules', panel: <RulesTab fallback={<ListSkeleton />} /> },
  { value: 'audit', label: 'Audit log', panel: <AdminTable {...auditTab} /> },
  { value: 'templates', label: 'Templates', panel: <Templates fallback={<ListSkeleton />} /> },
  { value: 'spots', label: 'Meetup spots', panel: <SafeSpots fallback={<ListSkeleton />} /> },
  { value: 'numbers', label: 'Numbers', panel: <Numbers fallback={<ListSkeleton />} /> },
] as const;

function AdminCenter() {
  useAdminSubscription();
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('tab');
  const current = tabs.find(({ value }) => value === wanted)?.value ?? 'users';
  const isQueue = current === 'reports';
  const [chartsShown, setChartsShown] = useLocalStorage({
    key: 'admin-charts',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const open = (tab: string | null) => setSearch(tab && tab !== 'users' ? { tab } : {});
  return (
    <PageContainer mih="60vh" className={classes.page}>
      <AdminFactorBanner />
      <div className={classes.top}>
        <Title order={1} size="h2">
          Admin Center
        </Title>
        <Button
          className={classes.toggle}
          variant="subtle"
          color="gray"
          size="compact-md"
          c="dimmed"
          aria-expanded={chartsShown}
          // The queue has no charts. Hiding the button, instead of removing it, keeps the layout in
          // place.
          style={{ visibility: isQueue ? 'hidden' : undefined }}
          onClick={() => setChartsShown(!chartsShown)}
        >
          {chartsShown ? 'Hide charts' : 'Show charts'}
        </Button>
        <StatCards onOpenReports={() => open('reports')} />
      </div>
      {chartsShown && !isQueue && <ActivityCharts />}
      <Tabs value={current} onChange={open} keepMounted={false} mt={{ base: 12, sm: 'md' }}>
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

/** Scrolls to the open tab where the tabs do not fit on the screen. */
function useShownTab(current: string) {
  const list = useRef<HTMLDivElement>(null);
  // The number of open reports changes the width of its tab, so wait for it.
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

function StatCards({ onOpenReports }: { onOpenReports: () => void }) {
  const totals = useTotals();
  return (
    <dl className={classes.cards}>
      {cards.map(({ of, label }) => (
        <Box key={of} className={classes.card} data-of={of}>
          <Text component="dt" size="xs" c="dimmed" className={classes.label}>
            {label}
          </Text>
          <Text component="dd" fz="1.0625rem" fw={650} lh="22px" className="numbers">
            {!totals ? (
              <Skeleton height="1lh" width={56} />
            ) : of === 'openReports' ? (
              <RowButton onClick={onOpenReports}>
                <LiveCount value={totals[of]} />
              </RowButton>
            ) : (
              <LiveCount value={totals[of]} />
            )}
          </Text>
        </Box>
      ))}
    </dl>
  );
}

/** A number that flashes when it changes. */
function LiveCount({ value }: { value: number }) {
  const [first] = useState(value);
  const [changed, setChanged] = useState(false);
  if (value !== first && !changed) setChanged(true);
  return (
    <span key={value} className={changed ? classes.changed : undefined}>
      {value.toLocaleString('en-US')}
    </span>
  );
}
