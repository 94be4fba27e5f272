/** The logo: a price tag with a river, in the theme's colors. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--mantine-color-river-7)" />
      <path
        d="M8 9.500C8 8.100 9.100 7 10.500 7h5.600c.7 0 1.300.3 1.800.7l6.400 6.400a2.500 2.500 0 0 1 0 3.600l-6.600 6.600a2.500 2.500 0 0 1-3.600 0L8.700 18c-.4-.5-.7-1.100-.7-1.800z"
        fill="#faf7f2"
      />
      <circle cx="12.300" cy="11.300" r="1.700" fill="var(--mantine-color-river-7)" />
      <path
        d="M10.200 17.200c2.600-2.700 4.600.7 7-1.700s.4-4 3.200-5.100"
        fill="none"
        stroke="var(--mantine-color-maple-6)"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}
