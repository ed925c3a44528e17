import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { LeaveGuard } from "../../../components/operator/LeaveGuard";
import operator from "../../../components/operator/operator.module.css";
import table from "../table.module.css";

interface EditCellProps {
  label: string;
  value: string;
  required?: boolean;
  onSave: (value: string) => void;
  onCancel: () => void;
}

/** A value of a row while it is edited. */
export function EditCell({ label, value, required = false, onSave, onCancel }: EditCellProps) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  // The form opens because its button was pressed: typing goes on in it.
  useEffect(() => input.current?.focus(), []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSave(text);
  };
  return (
    <form className={table.actions} onSubmit={submit}>
      <LeaveGuard unsaved={text !== value} />
      <input
        className={operator.input}
        aria-label={label}
        value={text}
        required={required}
        maxLength={required ? 100 : 2000}
        ref={input}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onCancel()}
      />
      <button type="submit">Save</button>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </form>
  );
}
