export interface BlogPost {
  path: string;
  title: string;
  summary: string;
  minutes: number;
}

/** The articles shown in the list; blog-page-2 exists but is not listed (spec §2.9). */
export const LISTED_POSTS: readonly BlogPost[] = [
  {
    path: "/blog/blog-page-1",
    title: "Fast stuff vs Slow stuff",
    summary: "A shirt for R 120 is not cheap if you wear it four times. On buying less, and better.",
    minutes: 4,
  },
];
