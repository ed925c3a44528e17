import { Link } from "react-router-dom";
import { StaticPage } from "./StaticPage";

/** What Winkel is for (spec §2.9). */
export default function AboutPage() {
  return (
    <StaticPage
      title="About Winkel"
      lead="Winkel is a South African search engine for clothes, accessories and things for the home. It does one thing: it finds what local stores sell, and takes you there."
    >
      <h2>Why it exists</h2>
      <p>
        Search for a linen dress from here and most of the first page is not from here. The results are paid
        for, or they belong to shops that bill in dollars and ship from another continent. The dress you would
        have liked is often a few suburbs away, in a store whose site has no search, loads forty pictures at
        once and files its sandals under “New in”.
      </p>
      <p>
        The good stores are there. They are only hard to look through one by one. So we read their shelves for
        you and put them on one rail: local first, in rands, with a search box that knows what a colour is.
      </p>

      <h2>How it works</h2>
      <p>
        Our scraper visits each store’s public product pages, politely and on a schedule, and notes what a
        passer-by would see: name, picture, price, and whether it is sold out. Every product is sorted by
        category and colour, mostly by machine and sometimes by hand. When you choose one, it opens on the
        store’s own site. You buy from them, never from us.
      </p>

      <h2>What we leave out</h2>
      <p>
        No store can pay to move up. There is no account to open and no basket to abandon. Sort by newest,
        price or name and that is exactly the order you get.
      </p>
      <p>
        Winkel is experimental. A price can be a few hours behind, and now and then the machine calls a skirt
        a scarf. The store’s page is always the one that counts.
      </p>

      <h2>The flag</h2>
      <p>
        A small flag on a picture means the product comes from a South African brand that ships from home.
        Some of our stores deliver beyond our borders; pick your country at the foot of the page to see only
        what can reach you, and read about <Link to="/proxies">shipping proxies</Link> for the rest.
      </p>

      <h2>Your favourite store is missing?</h2>
      <p>
        Use “Suggest a store” at the foot of any page. A person looks at each suggestion within a couple of
        days, and what fits is added soon after.
      </p>
    </StaticPage>
  );
}
