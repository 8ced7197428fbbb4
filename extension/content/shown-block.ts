import { isEditable } from './page-elements.ts'
import { parentOf } from './walk-page.ts'

/** The element around a text that is not in the line itself, by its style. */
export function blockAround(node: Node): Element | null {
  let element = parentOf(node)
  while (element && isInLine(getComputedStyle(element).display)) element = parentOf(element)
  return element
}

const isInLine = (display: string): boolean =>
  display === 'inline' || display === 'contents' || display.startsWith('ruby')

/**
 * Element of the browser's top layer that an element is in (a modal dialog, a popover, what fills the screen), or the
 * document's own: what is drawn in another one may be under it, and takes no press while it is modal.
 */
export function topLayerAround(element: Element): Element {
  for (let at: Element | null = element; at;) {
    const top: Element | null = at.closest(':modal, :popover-open, :fullscreen')
    // What is edited would be saved with the marks in it.
    if (top && !isEditable(top)) return top
    const root = at.getRootNode()
    at = 'host' in root ? (root as ShadowRoot).host : null
  }
  return element.ownerDocument.documentElement
}

/** What ancestors leave visible of an element, in the window's coordinates. */
export interface Clip {
  left: number
  top: number
  right: number
  bottom: number
}

/** Finds what scrolled or cut-off ancestors hide. Its memory lasts for one refresh. */
export function createClips() {
  const known = new Map<Element, Clip | null>()
  const clipOf = (element: Element): Clip | null => {
    const before = known.get(element)
    if (before !== undefined) return before
    const parent = parentOf(element)
    const outer = parent && parent !== parent.ownerDocument.documentElement ? clipOf(parent) : null
    const clip = cuts(element) ? cut(element.getBoundingClientRect(), outer) : outer
    known.set(element, clip)
    return clip
  }
  return {
    isVisible: (element: Element, rect: DOMRect): boolean => {
      const clip = clipOf(element)
      if (!clip) return true
      const x = rect.right - 1
      const y = (rect.top + rect.bottom) / 2
      return x > clip.left && x <= clip.right + 1 && y > clip.top && y < clip.bottom
    },
  }
}

function cuts(element: Element): boolean {
  if (element === element.ownerDocument.body) return false
  const { overflowX, overflowY } = getComputedStyle(element)
  return overflowX !== 'visible' || overflowY !== 'visible'
}

function cut(rect: DOMRect, outer: Clip | null): Clip {
  if (!outer) return rect
  return {
    left: Math.max(rect.left, outer.left),
    top: Math.max(rect.top, outer.top),
    right: Math.min(rect.right, outer.right),
    bottom: Math.min(rect.bottom, outer.bottom),
  }
}
