import type { ReactNode } from 'react';

const row = { display: 'grid', gridTemplateColumns: 'minmax(6rem, 2fr) 3fr', gap: 16 };
const line = '1px solid var(--line)';

/** A list of names and values with lines between them. */
export function Facts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl style={{ margin: '8px 0 0', overflowWrap: 'anywhere' }}>
      {facts.map(([name, value], index) => (
        <div
          key={name}
          style={{ ...row, padding: '8px 0', borderTop: index > 0 ? line : undefined }}
        >
          <dt dir="auto" style={{ color: 'var(--mantine-color-dimmed)' }}>
            {name}
          </dt>
          <dd dir="auto" style={{ margin: 0 }}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
