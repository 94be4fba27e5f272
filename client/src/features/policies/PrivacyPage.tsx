import { useBrand } from '../../config/page-config.tsx';
import { paths } from '../../config/paths.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { ContactBlock, PolicyPage } from './PolicyPage.tsx';

/** Privacy policy. */
export function Component() {
  return (
    <PolicyPage title="Privacy Policy" updated="August 21, 2025">
      <Introduction />
      <h2>What we collect</h2>
      <ul>
        <li>Your name, where you give one, and your email address.</li>
        <li>Your profile: your username and, where you give one, a picture.</li>
        <li>The place that you give with a listing, limited to the Capital Region.</li>
        <li>Messages that you send to and receive from other people here.</li>
        <li>Your listings: text, prices and pictures. Location data inside pictures is removed.</li>
        <li>
          Details of your business, if we ever open a business directory and you add them. There is
          none today.
        </li>
        <li>Your transaction history here, and the feedback that you give and get.</li>
        <li>Your device and browser, your IP address, and the cookies that keep you signed in.</li>
      </ul>
      <p>
        While you are signed in, your browser keeps your last conversations and what you have not
        sent yet on your device, so that you can read them offline. They are removed when you sign
        out.
      </p>
      <h2>What we use it for</h2>
      <ul>
        <li>To show your listings and to bring buyers and sellers together.</li>
        <li>To sign you in and to keep your account and everybody else&apos;s safe.</li>
        <li>To tell you about messages, reviews and decisions that concern you.</li>
        <li>To find out what goes wrong, and to make the marketplace better.</li>
      </ul>
      <h2>Whom we share it with</h2>
      <p>
        We never sell your personal information. Other people see your public profile, your listings
        and reviews, and what you write to them; your email address is not shown to them, or only in
        a form that hides it, such as j•••@e•••.com. They see when you were last here, unless you
        switch that off.
      </p>
      <p>
        Our admins see your account with its email address. They may read messages to keep the
        marketplace safe, and every such reading is recorded.
      </p>
      <p>
        Companies that run mail, storage or payments for us get what they need for that and nothing
        more. When you ask for an AI description, your picture and text go to the company that
        writes it. We hand over information where the law obliges us to.
      </p>
      <h2>How we protect it</h2>
      <p>
        There are no passwords to lose: you sign in with a code sent to your email address. Codes
        and sessions are stored only in a form that cannot be used to sign in. No system is
        perfectly secure, so please tell us at once if you think that someone else is using your
        account.
      </p>
      <h2>Your rights</h2>
      <ul>
        <li>See and correct what is stored about you.</li>
        <li>Delete your account.</li>
        <li>
          Opt out of marketing email. We send none; mail about messages and reviews can be switched
          off, too.
        </li>
        <li>Take your data with you in a common format.</li>
        <li>Complain to us, or to the authority in charge.</li>
      </ul>
      <p>
        You find these in your <PageLink to={paths.settings}>settings</PageLink>, or write to us.
      </p>
      <AfterDeletion />
      <h2>Where this applies</h2>
      <p>
        The service is meant for people in Albany, Schenectady, Troy, Saratoga and the surrounding
        counties. Access from outside this area may be restricted.
      </p>
      <ContactBlock>Questions about your privacy go to</ContactBlock>
    </PolicyPage>
  );
}

function AfterDeletion() {
  return (
    <>
      <h2>When you delete a listing</h2>
      <p>For 30 more days, people who open its link see its title above similar listings.</p>
      <h2>When you delete your account</h2>
      <p>
        Your name, email address, profile, listings and pictures are removed, and you are signed out
        everywhere. This stays:
      </p>
      <ul>
        <li>Messages that you sent, for the people you sent them to, from “Deleted user”.</li>
        <li>The titles of your listings, in those conversations.</li>
        <li>Your reviews of sellers with whom you have talked, without your name.</li>
        <li>
          For our admins, reports about you and what was decided. What they showed loses your name,
          and is removed 180 days after the decision.
        </li>
      </ul>
      <p>
        Pictures can stay for a while in the memory of browsers that have shown them. Notifications
        are kept for 90 days, sessions for 30 days after their last use. Reviews and reports carry
        codes that show whether two came from one network, browser or mailbox; they cannot be read
        back, and go with your account.
      </p>
    </>
  );
}

function Introduction() {
  const { productName, operatorName } = useBrand();
  return (
    <p>
      {operatorName === productName
        ? `${productName} is a local marketplace`
        : `${operatorName} runs ${productName}, a local marketplace`}{' '}
      for the Capital Region of New York State. This page says what we know about you, what we use
      it for, and what you can do about it.
    </p>
  );
}
