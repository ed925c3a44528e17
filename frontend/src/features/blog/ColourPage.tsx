import { BlogArticle } from "./BlogArticle";

/** blog-page-2: reachable by its address, not in the list (spec §2.9). */
export default function ColourPage() {
  return (
    <BlogArticle
      title="What the Colour You Wear Says About You"
      lead="Probably less than the horoscope people claim, and more than you think on a Monday morning."
    >
      <p>
        Nobody can read your character from a cardigan. But we do choose a colour each day, most of us without
        noticing, and other people answer it without noticing either. Here is a field guide, to be taken with
        salt.
      </p>
      <h2>Black</h2>
      <p>
        You have somewhere to be, or would like it to look that way. Black hides the cheap zip and the curry,
        and lets your face do the talking. Worn head to toe in Cape Town in February, it says that you are a
        photographer.
      </p>
      <h2>White</h2>
      <p>
        Optimism. A white shirt is a promise that today contains no braai, no toddler and no taxi. Linen keeps
        the promise by looking better once it is broken.
      </p>
      <h2>Red</h2>
      <p>
        You don’t mind being found. In more than one study people in red were judged to be surer of
        themselves, and the wearers felt it too. Start with shoes.
      </p>
      <h2>Blue</h2>
      <p>
        The world’s favourite colour by every survey ever taken, which is why uniforms are blue and so is
        denim. It says you can be relied on. Indigo shweshwe says so too, and dances.
      </p>
      <h2>Green</h2>
      <p>
        Rested, or hoping to be. Olive is the Karoo’s idea of a neutral and goes with everything you already
        own. Emerald goes with nothing, gladly.
      </p>
      <h2>Yellow</h2>
      <p>
        Brave. Few people think that they can wear it, and most are wrong: it is a matter of which yellow.
        Mustard forgives more than lemon.
      </p>
      <h2>Grey, stone, sand</h2>
      <p>
        You like things to fit together. Neutrals are the quiet shelf of a wardrobe, and they make one loud
        thing look deliberate.
      </p>
      <h2>All of them at once</h2>
      <p>
        You were in a good mood, or wanted to be in one. It works both ways: what we put on in the morning is
        part weather report, part wish. Choose accordingly.
      </p>
    </BlogArticle>
  );
}
