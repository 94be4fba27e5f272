import { IconStarFilled } from '@tabler/icons-react';

const look = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  background: 'var(--mantine-color-maple-6)',
  color: '#fff',
};

export function FeaturedBadge() {
  return (
    <span className="pill" style={look}>
      <IconStarFilled size={12} aria-hidden />
      Featured
    </span>
  );
}
