import { BlogArticle } from "./BlogArticle";
import { RailDrawing } from "../../components/icons/RailDrawing";
import styles from "./blog.module.css";

/** blog-page-1. */
export default function FastSlowPage() {
  return (
    <BlogArticle
      title="Fast stuff vs Slow stuff"
      lead="A shirt for R 120 is not cheap if you wear it four times. A shirt for R 900 is not expensive if your daughter steals it in ten years."
      picture={<RailDrawing className={styles.picture} />}
    >
      <p>
        Fast stuff is made to be bought. Someone saw a sleeve on a screen on Monday, and by the second Friday
        there are forty thousand of it. The cloth is thin because it only has to survive the photograph. The
        seams are single because nobody turns a garment inside out in a web shop. It is a remarkable machine,
        and it needs you to be bored by March.
      </p>
      <p>
        Slow stuff is made to be owned. There is less of it, it takes longer, and the person who cut it can
        often be named. It comes in the colour the mill had. It sells out, and then it is gone until someone
        makes more.
      </p>

      <h2>The sum on the hanger</h2>
      <p>
        Divide the price by the number of times you will wear the thing. Be honest; you know which hanger has
        not moved since the wedding. The R 120 shirt that twists in its first wash costs R 30 a wear. The R
        900 one, worn every second week for four years, costs less than R 9. It is the only discount that
        grows while you own it.
      </p>

      <h2>Five minutes before you pay</h2>
      <ul>
        <li>Read what it is made of. One fibre, or two that explain each other, is a good sign.</li>
        <li>Look for a picture of the inside. A store that shows its seams is proud of them.</li>
        <li>Think of three things you own that go with it. If you can’t, it is a costume.</li>
        <li>Ask if it can be repaired. Buttons, zips and hems can. Glue can’t.</li>
        <li>Leave the tab open overnight. Fast stuff hates that.</li>
      </ul>

      <h2>Near is slower, in the good way</h2>
      <p>
        A jersey knitted in Gqeberha and sent to Durban has travelled less than most people’s holiday. If it
        does not fit, it goes back by road. The money pays a wage in the same country that taught the knitter
        to knit. None of this makes a bad jersey good, but between two good ones it is a fine reason to
        choose.
      </p>
      <p>
        And no, you need not throw out what you have. The slowest thing in any wardrobe is what already hangs
        there. Wear that first.
      </p>
    </BlogArticle>
  );
}
