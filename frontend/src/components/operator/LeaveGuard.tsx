import { useContext, useEffect, useState } from "react";
import { UNSAFE_NavigationContext } from "react-router-dom";
import { askBeforeLeaving } from "../../lib/browser/leaving";
import { Ask } from "../dialog/Ask";

/** Asks before a form with unsaved edits is left. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const { navigator } = useContext(UNSAFE_NavigationContext);
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!unsaved) return undefined;
    return askBeforeLeaving(navigator, (go) => setLeave(() => go));
  }, [unsaved, navigator]);
  if (!leave) return null;
  return (
    <Ask
      title="Leave without saving?"
      does="Leave"
      not="Stay"
      onNo={() => setLeave(null)}
      onYes={() => {
        setLeave(null);
        leave();
      }}
    >
      <p>What you typed is not saved. It is lost when you leave.</p>
    </Ask>
  );
}
