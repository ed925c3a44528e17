import { Link } from "react-router-dom";
import { RailDrawing } from "../../components/icons/RailDrawing";
import { LISTED_POSTS, type BlogPost } from "./posts";
import styles from "./blog.module.css";

function PostCard({ post }: { post: BlogPost }) {
  return (
    <li>
      <Link className={styles.card} to={post.path}>
        <RailDrawing className={styles.cardPicture} />
        <span className={styles.cardText}>
          <span className={styles.cardTitle}>{post.title}</span>
          <span className={styles.cardSummary}>{post.summary}</span>
          <span className={styles.cardMeta}>{post.minutes} minutes</span>
        </span>
      </Link>
    </li>
  );
}

/** The list of articles (spec §2.9). */
export default function BlogListPage() {
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>Blog</h1>
      <ul className={styles.list}>
        {LISTED_POSTS.map((post) => (
          <PostCard key={post.path} post={post} />
        ))}
      </ul>
    </section>
  );
}
