import { useBrand } from '../../config/page-config.tsx';
import { paths } from '../../config/paths.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { ContactBlock, PolicyPage } from './PolicyPage.tsx';

/** Terms of service. */
export function Component() {
  const { productName, operatorName } = useBrand();
  return (
    <PolicyPage title="Terms of Service" updated="August 21, 2025">
      <p>
        {operatorName === productName
          ? `By using ${productName} you agree to these terms, which are between you and the company that runs it (“the operator”).`
          : `${operatorName} (“the operator”) runs ${productName}. By using it you agree to these terms, which are between you and the operator.`}
      </p>
      <h2>The service</h2>
      <p>
        {productName} lets people post items and services, find what others offer, and write to each
        other about it.
      </p>
      <h2>Where it is available</h2>
      <p>
        The service is for the Capital Region of New York State: Albany, Schenectady, Troy, Saratoga
        and the surrounding counties. We may verify that a listing or an account belongs to this
        area, and may refuse those that do not.
      </p>
      <h2>Your account</h2>
      <p>
        Anybody may browse. To create listings you need to register with an email address that is
        yours. You&apos;re responsible for activity on your account.
      </p>
      <h2>What may not be offered</h2>
      <ul>
        <li>Illegal items and services.</li>
        <li>Stolen or counterfeit goods.</li>
        <li>Adult content.</li>
        <li>Weapons and ammunition.</li>
        <li>Drugs and drug paraphernalia.</li>
        <li>Hazardous materials.</li>
        <li>Pyramid schemes and the like.</li>
        <li>Anything that infringes somebody&apos;s intellectual property.</li>
      </ul>
      <h2>How to behave</h2>
      <p>
        Describe what you offer honestly. Do not harass, threaten, deceive or spam anybody, do not
        pretend to be somebody else, and do not try to break or overload the service.
      </p>
      <h2>Transactions are between you and each other</h2>
      <p>
        The operator is not a party to any transaction between users, does not check items, and does
        not guarantee that a deal goes through. We advise you to meet in public places, to look at
        an item before you pay, and to trust your judgment.
      </p>
      <h2>Your content</h2>
      <p>
        What you post stays yours. You give the operator a license to store, show and adapt it as
        far as running and promoting the service needs. Post only what you have the right to post.
      </p>
      <h2>No warranty, and limits of liability</h2>
      <p>
        The service is provided as it is. As far as the law allows, the operator is not liable for
        losses that come from using it or from dealings between users.
      </p>
      <h2>Ending it</h2>
      <p>
        You can delete your account at any time in your{' '}
        <PageLink to={paths.settings}>account settings</PageLink>. What you sent to others stays
        with them, without your name. We may remove content, and suspend accounts, that break these
        terms; you are told why.
      </p>
      <ContactBlock>Questions about these terms go to</ContactBlock>
    </PolicyPage>
  );
}
