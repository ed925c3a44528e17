import { type ComponentType, type ReactNode, Suspense, useEffect, useRef, useState } from "react";

/** How far below the screen it may be when it starts to load, in px: about one more screen. */
const AHEAD = "600px";

export interface PartProps {
  /** What keeps its place until there is an answer. */
  waiting: ReactNode;
}

interface NearProps {
  part: ComponentType<PartProps>;
  /** Its place, until it is near and there. */
  waiting: ReactNode;
}

/** A lower part of a page; its code and what it shows load once it is near. */
export function Near({ part: Part, waiting }: NearProps) {
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
        <Suspense fallback={waiting}>
          <Part waiting={waiting} />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  );
}
