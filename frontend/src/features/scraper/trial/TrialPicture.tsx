import { useLayoutEffect, useRef, useState, type PointerEvent } from "react";
import { elementAt } from "./pick";
import type { MatchedNode, TrialPage } from "./trial";
import styles from "../editor/editor.module.css";

/** px of the page that stay in sight above the first match. */
const ABOVE = 40;

/** A node's place as shares of the picture, so that the outline scales with it. */
function outlineStyle(node: MatchedNode, trial: TrialPage) {
  const share = (part: number, total: number) => `${(100 * part) / total}%`;
  return {
    left: share(node.x, trial.width),
    top: share(node.y, trial.height),
    width: share(node.width, trial.width),
    height: share(node.height, trial.height),
  };
}

function nodeOf(trial: TrialPage, index: number | null): MatchedNode | null {
  const box = index === null ? undefined : trial.elements[index]?.box;
  return box ? { x: box[0], y: box[1], width: box[2], height: box[3] } : null;
}

interface GlassProps {
  trial: TrialPage;
  picked: number | null;
  onPick: (index: number) => void;
}

/**
 * Lies over the picture: what is under the pointer is outlined, a press picks it. The list of
 * elements does the same by the keyboard.
 */
function Glass({ trial, picked, onPick }: GlassProps) {
  const [over, setOver] = useState<number | null>(null);
  const at = (event: PointerEvent) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * trial.width;
    const y = ((event.clientY - top) / height) * trial.height;
    const index = elementAt(trial.elements, x, y);
    return index < 0 ? null : index;
  };
  const shown = nodeOf(trial, over) ?? nodeOf(trial, picked);
  return (
    <div
      className={styles.glass}
      role="presentation"
      data-part="glass"
      onPointerMove={(event) => setOver(at(event))}
      onPointerLeave={() => setOver(null)}
      onPointerUp={(event) => {
        const index = at(event);
        if (index !== null) onPick(index);
      }}
    >
      {shown && <span className={styles.pointed} style={outlineStyle(shown, trial)} />}
    </div>
  );
}

interface TrialPictureProps {
  trial: TrialPage;
  picked: number | null;
  /** Null: nothing is picked in the picture now. */
  onPick: ((index: number) => void) | null;
}

/** The page as the browser saw it, from its first match on; matched nodes are outlined and numbered. */
export function TrialPicture({ trial, picked, onPick }: TrialPictureProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const first = trial.nodes[0];
    const view = box.current;
    if (!view || !first) return;
    const scale = view.clientWidth / trial.width;
    view.scrollTop = Math.max(0, (first.y - ABOVE) * scale);
  }, [trial]);
  if (!trial.screenshot) return <p className="muted">No picture could be taken.</p>;
  return (
    <div ref={box} className={styles.picture} tabIndex={0} role="region" aria-label="Screenshot">
      <div className={styles.canvas} style={{ aspectRatio: `${trial.width} / ${trial.height}` }}>
        <img src={trial.screenshot} alt={`The page with ${trial.nodes.length} matched nodes`} />
        {trial.nodes.map((node, index) => (
          <span key={index} className={styles.outline} style={outlineStyle(node, trial)} aria-hidden="true">
            <span className={styles.number}>{index + 1}</span>
          </span>
        ))}
        {onPick && <Glass trial={trial} picked={picked} onPick={onPick} />}
      </div>
    </div>
  );
}
