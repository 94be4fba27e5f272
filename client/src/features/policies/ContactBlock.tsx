import { useBrand } from '../../config/page-config.tsx';

/** Whom to write to, at the end of a policy. */
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
