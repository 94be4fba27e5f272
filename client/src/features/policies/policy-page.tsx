import { Button } from '@mantine/core';
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { isLocalPath } from '@marketplace/shared/auth/next-path';
import { escapeHtml, fill } from '@marketplace/shared/texts';
import { useBrand } from '../../config/page-config.tsx';
import { paths } from '../../config/paths.ts';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { IconArrowLeft } from '../../ui/icons/listing-icons.tsx';
import classes from './policy-page.module.css';

/** The operator may go by the product's name. */
const choice = /\{if operatorName is productName\}(.*?)\{else\}(.*?)\{end\}/gs;

/** The page of a policy. The build makes its `html` from the Markdown file: client/vite.config.ts. */
export function policyPage(html: string) {
  return function PolicyPage() {
    const { productName, operatorName, supportEmail } = useBrand();
    const navigate = useNavigate();
    const openWithoutReload = (event: MouseEvent) => {
      const to = (event.target as Element).closest('a')?.getAttribute('href');
      if (!to || !isLocalPath(to)) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void navigate(to);
    };
    const text = fill(html.replace(choice, operatorName === productName ? '$1' : '$2'), {
      productName: escapeHtml(productName),
      operatorName: escapeHtml(operatorName),
      supportEmail: escapeHtml(supportEmail),
    });
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
          <div onClickCapture={openWithoutReload} dangerouslySetInnerHTML={{ __html: text }} />
          <address>
            {operatorName}
            <br />
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
          </address>
        </article>
      </PageContainer>
    );
  };
}
