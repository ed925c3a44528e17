import { lazy, Suspense, useEffect, useRef, useState } from "react";

import { MoreSkeleton } from "./RailSkeleton";

const More = lazy(() => import("./More"));

/** How far below the screen it may be when it starts to load, in px: about one more screen. */
const AHEAD = "600px";

/** The lower part of the landing screen; its code and products load once it is near. */
export function Below() {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || near) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries.some((e) => e.isIntersecting)), {
      rootMargin: AHEAD,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [near]);
  return (
    <div ref={place}>
      {near ? (
        <Suspense fallback={<MoreSkeleton />}>
          <More />
        </Suspense>
      ) : (
        <MoreSkeleton />
      )}
    </div>
  );
}
