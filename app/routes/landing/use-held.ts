import { useEffect, useState, type PointerEvent, type FocusEvent } from 'react';

/** After the finger leaves: the swing of the swipe, and a moment to read. */
const TOUCH_REST_MS = 4000;

/** Whether the visitor is busy with an element: pointing at it, focused on it, or swiping it a moment ago. */
export function useHeld() {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [touched, setTouched] = useState<'no' | 'now' | 'before'>('no');

  useEffect(() => {
    if (touched !== 'before') return;
    const timer = setTimeout(() => setTouched('no'), TOUCH_REST_MS);
    return () => clearTimeout(timer);
  }, [touched]);

  return {
    held: hovered || focused || touched !== 'no',
    handlers: {
      onPointerEnter: (event: PointerEvent) => setHovered(event.pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
      onFocus: (event: FocusEvent) => setFocused(event.target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
      onTouchStart: () => setTouched('now'),
      onTouchEnd: () => setTouched('before'),
      onTouchCancel: () => setTouched('before'),
    },
  };
}
