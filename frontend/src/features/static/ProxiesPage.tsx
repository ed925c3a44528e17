import { StaticPage } from "./StaticPage";
import styles from "./static.module.css";

/** What a shipping proxy is and where to find one. */
export default function ProxiesPage() {
  return (
    <StaticPage
      title="Shipping proxies"
      lead="Some South African stores deliver only at home. A shipping proxy gives you a local address to send the order to, and forwards the parcel to where you live."
    >
      <h2>How it works</h2>
      <ol>
        <li>You sign up with the proxy, and get a delivery address in South Africa.</li>
        <li>You order from the store as usual, and give that address at the checkout.</li>
        <li>The parcel arrives at the proxy, is weighed, and you pay for its onward journey.</li>
        <li>It is sent on to you, and clears customs in your country.</li>
      </ol>

      <h2>Before you order</h2>
      <p>
        Add it all up first: the store’s price and local delivery, the proxy’s fee, freight by weight or by
        size, and any import duty and tax. One large parcel is usually cheaper than three small ones. Check
        that the store takes your card, and read its return policy twice: sending something back goes the same
        long way round.
      </p>

      <h2>Where proxies deliver</h2>
      <p>
        Products marked with an “i” do not ship to your country directly, but can reach it through the service
        below.
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Country</th>
            <th scope="col">Proxy service</th>
          </tr>
        </thead>
        <tbody>
          {/* Destinations that have a proxy (spec §2.9); the search uses the same two countries. */}
          <tr>
            <td>US &amp; UK</td>
            <td>
              <a href="https://www.globalshopper.com/" target="_blank" rel="noopener noreferrer">
                Aramex Global Shopper
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      <p className="muted type-control">
        We have no agreement with this service and earn nothing from the link. Routes and fees change; look
        them up on its site before you count on them.
      </p>
    </StaticPage>
  );
}
