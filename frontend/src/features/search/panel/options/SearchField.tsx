import { Icon } from "../../../../components/icons/Icon";
import styles from "../panel.module.css";

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  onEnter: () => void;
}

export function SearchField({ label, value, onChange, onEnter }: SearchFieldProps) {
  return (
    <label className={styles.field}>
      <Icon name="search" size={16} />
      <span className="visually-hidden">{label}</span>
      <input
        className={styles.fieldInput}
        type="search"
        autoComplete="off"
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && onEnter()}
      />
    </label>
  );
}
