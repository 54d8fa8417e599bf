import type { Locator, Page } from '@playwright/test';

/**
 * What is wrong with drawings, in words: texts that run out of their drawing, lie on each other or are smaller than
 * `leastTextPx` where they stand. Drawings that are not shown are passed over.
 */
export const drawingFaults = (drawings: Locator, leastTextPx: number): Promise<string[]> =>
  drawings.evaluateAll((elements, leastPx) => {
    const SLACK_PX = 1.5;
    const faults: string[] = [];
    for (const svg of elements as SVGSVGElement[]) {
      if (svg.getClientRects().length === 0) continue;
      const whole = svg.getBoundingClientRect();
      const scale = whole.width / svg.viewBox.baseVal.width;
      const name = (svg.getAttribute('aria-label') ?? svg.querySelector('title')?.textContent ?? '').slice(
        0,
        30,
      );
      const texts = [...svg.querySelectorAll('text')].map((text) => ({
        words: text.textContent,
        box: text.getBoundingClientRect(),
        sizePx: parseFloat(getComputedStyle(text).fontSize) * scale,
      }));
      if (texts.length < 2) faults.push(`${name}: holds ${texts.length} texts`);
      for (const [at, { words, box, sizePx }] of texts.entries()) {
        const over = Math.max(
          whole.left - box.left,
          box.right - whole.right,
          whole.top - box.top,
          box.bottom - whole.bottom,
        );
        if (over > SLACK_PX) faults.push(`${name}: “${words}” runs out of it by ${over} px`);
        if (sizePx < leastPx) faults.push(`${name}: “${words}” is ${sizePx} px`);
        for (const other of texts.slice(0, at))
          if (
            Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > SLACK_PX &&
            Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > SLACK_PX
          )
            faults.push(`${name}: “${words}” lies on “${other.words}”`);
      }
    }
    return faults;
  }, leastTextPx);

/** What is wrong with the figures of the page around their drawings: sideways scrolling, parts that stick out, small type. */
export const frameFaults = (page: Page, leastTextPx: number): Promise<string[]> =>
  page.evaluate((leastPx) => {
    const SLACK_PX = 1.5;
    const sideways = document.documentElement.scrollWidth - innerWidth;
    const faults = sideways > 0 ? [`the page scrolls sideways by ${sideways} px`] : [];
    for (const figure of document.querySelectorAll('figure')) {
      if (figure.getClientRects().length === 0) continue;
      const frame = figure.getBoundingClientRect();
      if (frame.left < 0 || frame.right > innerWidth) faults.push('a figure is not within the page');
      for (const part of figure.querySelectorAll(
        'h2, h3, figcaption, p, li, button, label, svg[role="group"]',
      )) {
        // Tables scroll in a frame of their own; what is only spoken has no place.
        if (part.getClientRects().length === 0 || part.closest('table, .spoken') !== null) continue;
        const box = part.getBoundingClientRect();
        const words = part.textContent.trim().slice(0, 40);
        if (box.left < frame.left - SLACK_PX || box.right > frame.right + SLACK_PX)
          faults.push(`“${words}” sticks out of its figure`);
        const sizePx = parseFloat(getComputedStyle(part).fontSize);
        if (part.localName !== 'svg' && words !== '' && sizePx < leastPx)
          faults.push(`“${words}” is ${sizePx} px`);
      }
    }
    return faults;
  }, leastTextPx);

/** Colours of the texts and marks of all drawings as the browser draws them now, with the ground that they stand on. */
export const drawnColours = (
  page: Page,
): Promise<{ what: string; isText: boolean; ground: string; colours: string[] }[]> =>
  page.locator('figure svg[role="group"]').evaluateAll((drawings) =>
    drawings
      .filter((svg) => svg.getClientRects().length > 0)
      .flatMap((svg) => {
        let ground = 'rgba(0, 0, 0, 0)';
        for (
          let at: Element | null = svg;
          at !== null && ground === 'rgba(0, 0, 0, 0)';
          at = at.parentElement
        )
          ground = getComputedStyle(at).backgroundColor;
        return [...svg.querySelectorAll('text, path, line, rect')]
          .filter((mark) => {
            const roles = `${mark.getAttribute('fill') ?? ''} ${mark.getAttribute('stroke') ?? ''}`;
            // Plates, edges and grid lines are not there to be seen; a halo has no role.
            return (
              /var\(/.test(roles) && !/^var\(--(?:panel|line)\)? $| var\(--(?:panel|line)\)$/.test(roles)
            );
          })
          .map((mark) => {
            const { fill, stroke } = getComputedStyle(mark);
            return {
              what: `${mark.localName} ${mark.textContent}`,
              isText: mark.localName === 'text',
              ground,
              colours: [fill, stroke].filter((colour) => colour.startsWith('rgb(')),
            };
          });
      }),
  );
