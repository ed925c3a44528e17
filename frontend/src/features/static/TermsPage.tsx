import { Link } from "react-router-dom";
import { StaticPage } from "./StaticPage";

/** Disclaimer, external links and commission (spec §2.9). */
export default function TermsPage() {
  return (
    <StaticPage
      title="Terms and disclaimer"
      lead="Winkel shows you where something is sold. The sale itself is between you and the store. Using this site means that you accept what follows."
    >
      <h2>Website disclaimer</h2>
      <p>
        What you see here is gathered from the public pages of many stores and sorted by software. We work to
        keep it right, and offer it in good faith, but give no warranty that a price, size, colour, picture,
        delivery country or stock level is correct or current. Before you pay, rely on the store’s own page.
      </p>
      <p>
        Prices in a currency other than the store’s are converted with a published exchange rate and are a
        guide. The store, your bank or customs may arrive at another amount.
      </p>
      <p>
        As far as the law allows, we are not liable for loss that comes from using this site or from not being
        able to use it. Nothing here limits rights that the Consumer Protection Act gives you and that cannot
        be waived.
      </p>

      <h2>External links</h2>
      <p>
        Almost every product on Winkel is a link to a site that we neither own nor control. We do not check
        those sites for safety or completeness and are not responsible for what they say, sell, promise or
        deliver. A link is not an endorsement. Orders, returns, guarantees and complaints belong with the
        store you bought from.
      </p>

      <h2>Affiliate commission</h2>
      <p>
        Some stores may pay us a commission when a visitor that we sent them buys something. You pay the same
        price either way. Commission plays no part in what is listed, in how results are ordered, or in which
        carousels a product appears.
      </p>

      <h2>Names and pictures</h2>
      <p>
        Brand names, product names and photographs belong to their owners and are shown so that their products
        can be found. If something of yours should not be here, tell us through the profile linked at the foot
        of every page and we will take it down. What was taken down stays down.
      </p>

      <h2>Fair use</h2>
      <p>
        Please do not overload the service, try to get around its limits, or present its results as your own.
        We may change or end the service, and these terms, at any time; the version on this page is the one in
        force. South African law applies.
      </p>

      <p>
        How we treat personal information is set out in the <Link to="/privacy">privacy policy</Link>.
      </p>
    </StaticPage>
  );
}
