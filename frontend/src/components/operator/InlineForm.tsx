import { useEffect, useRef, useState, type ComponentProps, type ReactNode, type SubmitEvent } from "react";
import { Button } from "../Button";
import { LeaveGuard } from "./LeaveGuard";
import styles from "./inlineForm.module.css";

interface InlineField extends ComponentProps<"input"> {
  name: string;
  label: string;
  /** The label is for screen readers alone. */
  isBare?: boolean;
}

interface InlineFormProps extends Omit<ComponentProps<"form">, "onSubmit"> {
  fields: readonly InlineField[];
  submit: string;
  onSubmit: (values: Record<string, string>) => void;
  onCancel?: () => void;
  /** It opened because a button was pressed: what comes next is its first field, or its button. */
  focused?: boolean;
  /** It is empty again once it was sent. */
  clears?: boolean;
  children?: ReactNode;
}

/** A form of a line. Its rules are the browser's own: `required`, `maxLength`, `type`. */
export function InlineForm(props: InlineFormProps) {
  const { fields, submit, onSubmit, onCancel, focused = false, clears = false, children, ...form } = props;
  const element = useRef<HTMLFormElement>(null);
  const [unsaved, setUnsaved] = useState(false);
  useEffect(() => {
    if (focused) element.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [focused]);
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = [...new FormData(event.currentTarget)];
    setUnsaved(false);
    // A line has no field for files.
    onSubmit(
      Object.fromEntries(sent.filter((entry): entry is [string, string] => typeof entry[1] === "string")),
    );
    if (clears) event.currentTarget.reset();
  };
  return (
    <form className={styles.form} {...form} ref={element} onSubmit={send}>
      {onCancel && <LeaveGuard unsaved={unsaved} />}
      {fields.map(({ label, isBare = false, ...input }) => (
        <label key={input.name} className={styles.label}>
          <span className={isBare ? "visually-hidden" : "strong"}>{label}</span>
          <input
            autoComplete="off"
            {...input}
            onChange={({ target }) => setUnsaved(target.value !== target.defaultValue)}
            onKeyDown={(event) => event.key === "Escape" && onCancel?.()}
          />
        </label>
      ))}
      <Button kind="primary" type="submit">
        {submit}
      </Button>
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      {children}
    </form>
  );
}
