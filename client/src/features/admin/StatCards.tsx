import { Paper, Skeleton, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { AdminTotals } from '@marketplace/shared/admin/views';
import { useTotals } from './use-stats.ts';
import classes from './StatCards.module.css';

const cards = [
  { of: 'users', label: 'Total Users' },
  { of: 'messages', label: 'Total Messages' },
  { of: 'conversations', label: 'Active Conversations' },
  { of: 'listings', label: 'Total Listings' },
] as const;

/** The numbers at the top of the Admin Center; they change as it happens. */
export function StatCards({ onOpenReports }: { onOpenReports: () => void }) {
  const totals = useTotals();
  return (
    <dl className={classes.cards}>
      {cards.map(({ of, label }) => (
        <Card key={of} label={label}>
          <Count value={totals?.[of]} />
        </Card>
      ))}
      <Card label="Open Reports">
        <button type="button" className={classes.link} onClick={onOpenReports}>
          <Count value={totals?.openReports} />
        </button>
      </Card>
    </dl>
  );
}

function Card({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Paper withBorder radius="lg" className={classes.card}>
      <Text component="dt" size="xs" c="dimmed">
        {label}
      </Text>
      <dd className={classes.value}>{children}</dd>
    </Paper>
  );
}

function Count({ value }: { value: AdminTotals[keyof AdminTotals] | undefined }) {
  if (value === undefined) return <Skeleton height="1lh" width={72} />;
  return <LiveCount value={value} />;
}

/** Lights up for a moment when it changes. */
function LiveCount({ value }: { value: number }) {
  const [first] = useState(value);
  const [changed, setChanged] = useState(false);
  if (value !== first && !changed) setChanged(true);
  return (
    <span key={value} className={classes.count} data-changed={changed || undefined}>
      {value.toLocaleString('en-US')}
    </span>
  );
}
