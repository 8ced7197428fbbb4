import type { Page } from '@playwright/test'

/**
 * Numbers of the elements that a page shows, equal for those that are drawn alike: same class and state, and ancestors
 * that are. Two rows of a list differ only in their text, and are one.
 */
export const drawnElements = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const numberOf = (words: string, parent: number) => {
      let hash = parent
      for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ words.charCodeAt(at), 0x01000193)
      return hash >>> 0
    }
    const found = new Set<number>()
    const walk = (element: Element, parent: number) => {
      if (!element.checkVisibility()) return
      const number = numberOf(
        [
          element.tagName,
          element.getAttribute('class'),
          element.getAttribute('role'),
          element.getAttribute('aria-current'),
          element.getAttribute('aria-selected'),
          element.getAttribute('aria-invalid'),
          element.getAttribute('aria-pressed'),
          element.matches(':disabled'),
          element.matches(':checked'),
          element.matches(':focus'),
        ].join('|'),
        parent,
      )
      found.add(number)
      if (element.tagName !== 'svg') for (const child of element.children) walk(child, number)
    }
    walk(document.body, 0x811c9dc5)
    return [...found]
  })
