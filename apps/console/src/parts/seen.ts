import { type RefObject, useEffect, useRef, useState } from 'react';

/** Tells whether an element has come into view since it is there: what it shows can be requested then. */
export function useSeen<Shown extends Element>(): readonly [ref: RefObject<Shown | null>, isSeen: boolean] {
  const ref = useRef<Shown>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    if (ref.current !== null) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, isSeen];
}
