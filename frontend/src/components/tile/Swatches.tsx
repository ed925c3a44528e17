import { useId } from "react";
import type { Colour } from "./colours";
import styles from "./tile.module.css";

/** More would take a second line on phones; all of them are in the store. */
const MOST = 5;

interface SwatchesProps {
  name: string;
  colours: readonly Colour[];
  chosen: number;
  onChoose: (index: number) => void;
}

/** The product's colours. One stop for the Tab key; arrows go from colour to colour. */
export function Swatches({ name, colours, chosen, onChoose }: SwatchesProps) {
  const group = useId();
  const more = colours.length - MOST;
  return (
    <div className={styles.swatches} role="radiogroup" aria-label={`Colours of ${name}`}>
      {colours.slice(0, MOST).map(({ key, label, look, picture }, index) => (
        <label key={key} className={styles.swatch} title={label}>
          <input
            type="radio"
            className={styles.swatchInput}
            name={group}
            aria-label={label}
            checked={index === chosen}
            onChange={() => onChoose(index)}
          />
          <span className={styles.swatchDot} style={look ?? {}}>
            {picture !== null && <img className={styles.swatchCut} src={picture} alt="" loading="lazy" />}
          </span>
        </label>
      ))}
      {more > 0 && (
        <span className="muted type-meta">
          +{more}
          <span className="visually-hidden"> more colours</span>
        </span>
      )}
    </div>
  );
}
