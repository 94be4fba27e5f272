import { ContactBlock, PolicyPage } from './PolicyPage.tsx';

/** Shipping and returns. */
export function Component() {
  return (
    <PolicyPage title="Shipping & Returns">
      <p>
        These rules are for official store items that you pay for with PayPal here: what shipping
        costs, how long it takes, and how you return an item. Other sellers make their own
        arrangements with you.
      </p>
      <h2>Shipping cost</h2>
      <p>
        Standard shipping is a flat $9.95 by ground carrier. There is one shipping charge per order;
        where an order could ship in several ways, the highest shipping method applies. Multiple
        quantities and large or heavy items may cost more to ship, and you are told before you pay.
      </p>
      <p>
        Where a free-shipping promotion is announced, it applies to standard shipping. Shipping
        charges above $9.95 are excluded from it.
      </p>
      <h2>Processing and delivery</h2>
      <ul>
        <li>Orders are processed within 1-2 business days.</li>
        <li>Delivery takes 3-7 business days within the Capital Region.</li>
        <li>Local pickup is free for Capital Region customers.</li>
      </ul>
      <h2>Returns</h2>
      <ul>
        <li>You can return an item within 30 days, in its original condition and packaging.</li>
        <li>The buyer pays for return shipping.</li>
        <li>The refund excludes the original shipping fee.</li>
        <li>Refunds are made within 5-7 business days after the item arrived.</li>
      </ul>
      <h2>Other rules for some items</h2>
      <ul>
        <li>Electronics: returns within 14 days.</li>
        <li>Jewelry: returns within 7 days.</li>
        <li>Furniture: final sale.</li>
        <li>Clothing: with the tags attached.</li>
        <li>Personal care: unopened only.</li>
      </ul>
      <h2>How to return something</h2>
      <ol>
        <li>Message the seller and say what you want to return and why.</li>
        <li>Package the item safely, in its original packaging.</li>
        <li>Ship it with tracking and insurance, and send the seller the number.</li>
      </ol>
      <ContactBlock>If you and the seller cannot agree, write to</ContactBlock>
    </PolicyPage>
  );
}
