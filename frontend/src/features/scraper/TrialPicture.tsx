import type { MatchedNode, Trial } from "./trial";
import styles from "./editor.module.css";

/** A node's place as shares of the picture, so that the outline scales with it. */
function outlineStyle(node: MatchedNode, trial: Trial) {
  const share = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return {
    left: share(node.x, trial.width),
    top: share(node.y, trial.height),
    width: share(node.width, trial.width),
    height: share(node.height, trial.height),
  };
}

/** The page as the browser saw it, with the matched nodes outlined and numbered. */
export function TrialPicture({ trial }: { trial: Trial }) {
  if (!trial.screenshot) return <p className={styles.hint}>No picture could be taken.</p>;
  return (
    <div className={styles.picture} tabIndex={0} role="region" aria-label="Screenshot">
      <div className={styles.canvas}>
        <img src={trial.screenshot} alt={`The page with ${trial.nodes.length} matched nodes`} />
        {trial.nodes.map((node, index) => (
          <span key={index} className={styles.outline} style={outlineStyle(node, trial)} aria-hidden="true">
            <span className={styles.number}>{index + 1}</span>
          </span>
        ))}
      </div>
    </div>
  );
}
