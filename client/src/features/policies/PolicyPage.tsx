import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useBrand } from '../../config/page-config.tsx';
import { paths } from '../../config/paths.ts';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import classes from './PolicyPage.module.css';

interface Props {
  title: string;
  /** As written: 'August 21, 2025'. */
  updated?: string;
  children: ReactNode;
}

/** The frame of the policy pages: the way back, the title, a column of text. */
export function PolicyPage({ title, updated, children }: Props) {
  return (
    <PageContainer size={768}>
      <Button
        component={PageLink}
        to={paths.landing}
        variant="subtle"
        ml={-16}
        leftSection={<IconArrowLeft size={18} stroke={1.75} />}
      >
        Back to Home
      </Button>
      <article className={classes.prose}>
        <h1>{title}</h1>
        {updated && <p className={classes.updated}>Last updated: {updated}</p>}
        {children}
      </article>
    </PageContainer>
  );
}

/** The address to write to, at the end of a policy. */
export function ContactBlock({ children }: { children: string }) {
  const { operatorName, supportEmail } = useBrand();
  return (
    <section>
      <h2>Contact</h2>
      <p>{children}:</p>
      <address>
        {operatorName}
        <br />
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      </address>
    </section>
  );
}
