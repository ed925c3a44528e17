import { useCallback, useMemo, useState, type PointerEvent } from "react";

/** The second picture is fetched on the first pointer-enter only, and touch has no hover. */
export function useHoverImage() {
  const [wanted, setWanted] = useState(false);
  const [hovered, setHovered] = useState(false);
  const handlers = useMemo(
    () => ({
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType === "touch") return;
        setWanted(true);
        setHovered(true);
      },
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType !== "touch") setHovered(false);
      },
    }),
    [],
  );
  // A finger does not hover: it has a button for the other picture.
  const flip = useCallback(() => {
    setWanted(true);
    setHovered((shown) => !shown);
  }, []);
  return { wanted, hovered, handlers, flip };
}
