import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { FULL_PANEL, useLatest, useMediaQuery } from "../../../lib/hooks";
import { loadFilters } from "../../../lib/api/catalogue";
import { isOverlayState, OVERLAY_STATE } from "../../../lib/browser/history";
import { showToast } from "../../../lib/toasts";
import { onSessionChange } from "../../../lib/visitor/session";

export type PanelControls = ReturnType<typeof usePanel>;

/**
 * The phone's panel is a history entry of its own. Filters chosen in it are written in place; when
 * the browser's back closes it, they are put on top of the entry it came back to.
 */
function usePhonePanel() {
  const location = useLocation();
  const navigate = useNavigate();
  const open = isOverlayState(location.state);
  const entry = useRef({ open, search: location.search, before: location.search });
  useEffect(() => {
    const old = entry.current;
    entry.current = { open, search: location.search, before: open ? old.before : location.search };
    const closedByBack = old.open && !open && window.location.search === old.before;
    if (closedByBack && old.search !== location.search) void navigate({ pathname: "/", search: old.search });
  }, [open, location, navigate]);
  const show = useCallback(
    () => void navigate({ pathname: "/", search: window.location.search }, { state: OVERLAY_STATE }),
    [navigate],
  );
  const hide = useCallback(() => {
    const { search, before } = entry.current;
    if (search === before) void navigate(-1);
    else {
      entry.current = { open: false, search, before: search };
      void navigate({ pathname: "/", search }, { replace: true, state: null });
    }
  }, [navigate]);
  return { open, show, hide };
}

/** Opens once the filter data has come (spec §4); a currency or country change closes it. */
export function usePanel() {
  const phone = useMediaQuery(FULL_PANEL);
  const onPhone = usePhonePanel();
  const [onDesktop, setOnDesktop] = useState(false);
  // The filter data is on its way.
  const [opening, setOpening] = useState(false);
  const open = phone ? onPhone.open : onDesktop;
  const { show, hide } = onPhone;
  const close = useCallback(() => (phone ? hide() : setOnDesktop(false)), [phone, hide]);
  const [type, setType] = useState<string | null>(null);
  const openAt = (attribute: string | null) => {
    setType(attribute);
    setOpening(true);
    loadFilters()
      .then(
        () => (phone ? show() : setOnDesktop(true)),
        () => showToast("The filters cannot be loaded, try again", "error"),
      )
      .finally(() => setOpening(false));
  };
  const toggle = () => (open ? close() : openAt(null));
  const closeNow = useLatest(() => open && close());
  useEffect(() => onSessionChange(() => closeNow.current()), [closeNow]);
  return { open, phone, opening, type, openAt, toggle, close };
}
