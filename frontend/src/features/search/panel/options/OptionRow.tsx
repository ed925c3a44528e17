import { Count } from "../../../../components/Count";
import { FlagZa } from "../../../../components/icons/FlagZa";
import { Icon } from "../../../../components/icons/Icon";
import { swatchStyle } from "../../../../lib/catalogue/swatch";
import type { OptionView } from "./options";
import styles from "../panel.module.css";

function Mark({ option }: { option: OptionView }) {
  if (option.swatch) {
    return (
      <span className={styles.swatch} data-part="swatch" style={swatchStyle(option.value, option.swatch)} />
    );
  }
  if (option.flag === "za") return <FlagZa />;
  if (option.flag)
    return <img className={styles.flag} src={`/flags/${option.flag}.svg`} alt="" width={21} height={14} />;
  if (option.image) return <img className={styles.optionImage} src={option.image} alt="" loading="lazy" />;
  return null;
}

interface OptionRowProps {
  option: OptionView;
  /** Leads to a list of its own instead of being chosen. */
  drills?: boolean;
  onPick: (option: OptionView) => void;
}

/** One option: its mark, name, number of products, and a check mark when it is chosen. */
export function OptionRow({ option, drills = false, onPick }: OptionRowProps) {
  return (
    <li className={styles.optionItem}>
      <button
        type="button"
        className={styles.option}
        aria-pressed={drills ? undefined : option.chosen}
        data-empty={option.count === 0}
        onClick={() => onPick(option)}
      >
        <Mark option={option} />
        <span className="shrinks breaks" data-part="option-label">
          {option.label}
        </span>
        {option.count !== null && <Count value={option.count} noun="products" className={styles.count} />}
        <span className={styles.end}>
          {drills && <Icon name="right" size={16} />}
          {!drills && option.chosen && <Icon name="check" size={16} />}
        </span>
      </button>
    </li>
  );
}
