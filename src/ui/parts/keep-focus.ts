const isLost = (held: HTMLElement): boolean => !held.isConnected || held.matches(':disabled');

/**
 * An attachment that keeps the keyboard's place: when the element that has the focus inside the region is taken away or
 * can no longer be used, the focus goes to what `successor` names. Null leaves it lost.
 */
export const keepFocus =
  (successor: (region: HTMLElement) => HTMLElement | null | undefined) =>
  (region: HTMLElement): (() => void) => {
    let held: HTMLElement | null = null;

    const onfocusin = ({ target }: FocusEvent): void => {
      held = target instanceof HTMLElement ? target : null;
    };
    // Browsers differ in whether they tell of the focus of an element that is removed: only one that stays was left.
    const onfocusout = (): void => {
      queueMicrotask(() => {
        if (held !== null && !isLost(held) && document.activeElement !== held) held = null;
      });
    };
    const observer = new MutationObserver(() => {
      if (held === null || !isLost(held)) return;
      const { activeElement } = document;
      const isElsewhere = activeElement !== null && activeElement !== document.body && activeElement !== held;
      held = null;
      if (!isElsewhere) successor(region)?.focus();
    });

    region.addEventListener('focusin', onfocusin);
    region.addEventListener('focusout', onfocusout);
    observer.observe(region, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    return () => {
      observer.disconnect();
      region.removeEventListener('focusin', onfocusin);
      region.removeEventListener('focusout', onfocusout);
    };
  };
