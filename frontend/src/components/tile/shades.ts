/** How shades look that stores name, by a word of their wording; a colour's own look is the catalogue's. */
const SHADES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ navy: "#1f2a4d", midnight: "#1b2440", sky: "#87bfe6", royal: "#2a4fc4", cobalt: "#1d4fb8" },
    ...{ denim: "#4a6a8f", indigo: "#3b3f86", teal: "#1d7276", petrol: "#1f5a68", turquoise: "#36b6b5" },
    ...{ aqua: "#62c6cf", sage: "#9caf88", olive: "#6e7035", forest: "#24502f", bottle: "#16452f" },
    ...{ emerald: "#13795b", mint: "#aadcc0", khaki: "#8f8459", lime: "#a4cf3a", chocolate: "#4d2f20" },
    ...{ tan: "#c39a6b", camel: "#b98a56", cognac: "#9a5a2e", caramel: "#b0743c", mocha: "#7b5f4d" },
    ...{ coffee: "#5a4032", rust: "#a8482a", burnt: "#b4551e", terracotta: "#bf6a4b", coral: "#f0826c" },
    ...{ peach: "#f5bfa0", salmon: "#ee9582", mustard: "#c9992b", ochre: "#bf8a30", lemon: "#f3e26b" },
    ...{ blush: "#e8bfbb", rose: "#d9919b", fuchsia: "#c62f86", magenta: "#bb2a82", lilac: "#bda4d6" },
    ...{ lavender: "#b3a7dc", mauve: "#a3839c", plum: "#5f2b4e", aubergine: "#43243f", wine: "#5e1f2d" },
    ...{ maroon: "#641d2a", cream: "#f3ead6", ivory: "#f6f1e3", ecru: "#e4d9c0", beige: "#d9c7a7" },
    ...{ sand: "#d6c3a0", stone: "#c6bba9", oatmeal: "#ddd2bf", taupe: "#988a7c", natural: "#dccfb8" },
    ...{ charcoal: "#3a3d41", graphite: "#45484c", slate: "#5f6b78" },
  }),
);

/** The look of a store's wording: "Sage Green" is no plain green; null where no word says more. */
export function shadeOf(wording: string): string | null {
  const words = wording.toLowerCase().match(/[a-z]+/g) ?? [];
  const named = words.find((word) => SHADES.has(word));
  return (named && SHADES.get(named)) ?? null;
}
