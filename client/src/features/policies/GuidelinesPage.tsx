import { useBrand } from '../../config/page-config.tsx';
import { ContactBlock, PolicyPage } from './PolicyPage.tsx';

/** Community guidelines. */
export function Component() {
  const { productName } = useBrand();
  return (
    <PolicyPage title="Community Guidelines">
      <p>
        Our mission is simple: make it easy and safe for people of the Capital Region to trade with
        each other. {productName} works because neighbors treat each other well.
      </p>
      <h2>What we value</h2>
      <ul>
        <li>
          <strong>Respect.</strong> Be polite, answer messages, and show up when you said you would.
        </li>
        <li>
          <strong>Honesty.</strong> Say what an item is, what it is not, and what is wrong with it.
        </li>
        <li>
          <strong>Safety.</strong> Look after yourself and after the person you meet.
        </li>
        <li>
          <strong>Local focus.</strong> This is for people and businesses from around here.
        </li>
      </ul>
      <h2>Good listings</h2>
      <ul>
        <li>Take clear pictures of your own, in daylight if you can.</li>
        <li>
          Write a title that says what it is, and a description that answers the usual questions.
        </li>
        <li>Ask a fair price, and say whether you would talk about it.</li>
        <li>Choose the right category and town, and take the listing down when it is sold.</li>
      </ul>
      <h2>Meeting and paying</h2>
      <ul>
        <li>
          Meet in a public, busy place in daylight. Many police stations have a spot for this.
        </li>
        <li>Tell somebody where you are going, or take them along.</li>
        <li>Look at the item before you pay. Use cash or a payment service that you both trust.</li>
        <li>
          Never send money ahead to somebody you do not know, and share no codes or passwords.
        </li>
      </ul>
      <h2>What we do not accept</h2>
      <ul>
        <li>Harassment, hate, threats and discrimination.</li>
        <li>Fraud, misleading listings, fake reviews and spam.</li>
        <li>Sharing somebody&apos;s private information.</li>
        <li>Several accounts to get around a decision of ours.</li>
      </ul>
      <h2>Prohibited items</h2>
      <ul>
        <li>Weapons, ammunition and explosives.</li>
        <li>Drugs, tobacco, alcohol and prescription medicine.</li>
        <li>Stolen, counterfeit and recalled goods.</li>
        <li>Adult content and services.</li>
        <li>Hazardous materials.</li>
        <li>Live animals, except through verified businesses.</li>
      </ul>
      <h2>Reviews of businesses and sellers</h2>
      <p>
        Write about what you have seen yourself, keep to the facts, and do not review yourself, your
        friends or your competitors.
      </p>
      <h2>When to report</h2>
      <p>
        Tell us about fraud, harassment, prohibited items, and anything that makes you fear for
        somebody&apos;s safety: listings, messages, reviews and people can be reported where you see
        them. In an emergency call 911 first.
      </p>
      <h2>Local resources</h2>
      <p>
        Your town&apos;s police department can tell you about safe places to meet. The New York
        State Division of Consumer Protection and the Attorney General&apos;s office help with
        fraud.
      </p>
      <ContactBlock>Support replies within 24 hours on business days. Write to</ContactBlock>
    </PolicyPage>
  );
}
