import { Link } from "react-router-dom";
import { StaticPage } from "./StaticPage";

/** What is stored about a visitor, in plain words (spec §2.9; POPIA). */
export default function PrivacyPage() {
  return (
    <StaticPage
      title="Privacy policy"
      lead="We want to know which products people like, not who the people are. This page says what is kept, why, for how long, and how to have it removed."
    >
      <h2>In short</h2>
      <ul>
        <li>No account, no advertising trackers, no profile of you.</li>
        <li>We count clicks and searches without your address; what ties those of one day ends with it.</li>
        <li>
          Your e-mail address is used only for the newsletter or the alerts that you ask for and confirm.
        </li>
        <li>Your currency, chosen styles and recent searches are remembered by your own browser.</li>
      </ul>

      <h2>What we store</h2>
      <h3>Clicks and searches</h3>
      <p>
        When you follow a product, a store or a brand, turn to another page of results or add a filter, we
        note the store, the product, the link and the time. Of a search we note its words and filters, the
        delivery country you chose, which products were shown, whether it was a phone, a tablet or a computer
        that asked, and how much was found. Neither holds your IP address or your browser. A key that is
        computed from them with a secret ties together what you do on one day; the secret is thrown away at
        midnight (UTC), so that two days of yours cannot be tied together and nobody can trace a key back. We
        use all this to see what people look for and do not find, and to suggest what many searches on several
        days had in common; never a text with an e-mail address or a long number. They are deleted after the
        retention period of this site, which is a year unless it was set shorter or longer.
      </p>
      <h3>The web server</h3>
      <p>
        Like every web server, ours may write the address of each request into a technical log, to find faults
        and fend off abuse. It is kept apart from clicks and searches, and is not combined with them. If this
        site guesses your country from your address, it does so on the server itself, at that moment, and
        stores nothing.
      </p>
      <h3>Newsletter</h3>
      <p>
        If you leave an e-mail address, we send one message asking you to confirm it. Until you do, you get
        nothing else. Every newsletter carries a link that ends your subscription in one click. An address
        that was not confirmed, or that left, is deleted after the retention time of this deployment, 30 days
        if nothing else was set.
      </p>
      <h3>Alerts by mail</h3>
      <p>
        If you set an alert, we keep your e-mail address with the product, the amount or the search that you
        wait for, and what its price and stock were since. We send one message asking you to confirm it, and
        nothing else before you do. Every mail leads to a page that shows, changes and deletes your alerts,
        and deletes them in one click; with the last one your address is deleted. An alert that was not
        confirmed is deleted like a newsletter address. Your browser remembers the key of that page once you
        have opened it.
      </p>
      <p>
        That a mail was sent to an address, when and under which subject, is kept for 30 days if nothing else
        was set, and its text only until it is sent.
      </p>
      <h3>Store suggestions</h3>
      <p>
        A suggestion is a web address. We keep it until it has been reviewed. Nothing about you is kept with
        it.
      </p>
      <h3>In your browser</h3>
      <p>
        Local storage holds your currency and country, the styles you picked, whether you have filtered by
        hand, your last sort order, the size of tiles you like and your recent searches; also your favourites,
        the products you looked at last and the searches you saved. The country is sent along with each
        request, because it decides what can be delivered to you, what you search for is of course sent to be
        searched, and the numbers of saved products to learn what has changed. Clearing the site’s data in
        your browser removes all of it there.
      </p>

      <h2>What others may see</h2>
      <p>
        Product links open the store’s own site, and tell it that you came from Winkel. From then on the
        store’s privacy policy applies. Some pictures are loaded straight from the store, which sees your
        address as any site does that you visit. Style pages load a pin board from Pinterest; only those pages
        do so, and only when you open them.
      </p>
      <p>We do not sell or rent personal information, and do not pass it on for marketing.</p>

      <h2>Your rights</h2>
      <p>
        The Protection of Personal Information Act 4 of 2013 (POPIA) gives you the right to ask what we hold
        about you, to have it corrected or deleted, to object to its use, and to complain to the{" "}
        <a href="https://inforegulator.org.za/" rel="noopener noreferrer" target="_blank">
          Information Regulator
        </a>
        . In practice the only personal information we hold with intent is the e-mail address of a newsletter
        or an alert. Ask through the profile linked at the foot of every page.
      </p>
      <p>
        The basis for keeping an e-mail address is your consent, and you can withdraw it at any time. Should
        personal information ever be exposed, we will tell the people concerned and the Regulator, as the Act
        requires.
      </p>

      <h2>Changes</h2>
      <p>
        When what we store changes, this page changes first. See also our{" "}
        <Link to="/terms">terms and disclaimer</Link>.
      </p>
    </StaticPage>
  );
}
