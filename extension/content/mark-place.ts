import type { Occurrence } from './find-plates.ts'
import { isEditable } from './page-elements.ts'
import { parentOf } from './walk-page.ts'

/** Nearest element around a text that its style does not place inside the line. */
function blockAround(node: Node): Element | null {
  let element = parentOf(node)
  while (element && isInLine(getComputedStyle(element).display)) element = parentOf(element)
  return element
}

const isInLine = (display: string): boolean =>
  display === 'inline' || display === 'contents' || display.startsWith('ruby')

/**
 * Element of the browser's top layer around an element: a modal dialog, a popover or a fullscreen element. Otherwise
 * the root element. A mark outside the top element may be covered, and receives no press while a dialog is modal.
 */
export function topLayerAround(element: Element): Element {
  for (let at: Element | null = element; at;) {
    const top: Element | null = at.closest(':modal, :popover-open, :fullscreen')
    // In an edited text, the page would save the marks with the text.
    if (top && !isEditable(top)) return top
    const root = at.getRootNode()
    at = 'host' in root ? (root as ShadowRoot).host : null
  }
  return element.ownerDocument.documentElement
}

/** Part of an element that its ancestors leave visible, in window coordinates. */
export interface Clip {
  left: number
  top: number
  right: number
  bottom: number
}

/** Finds the parts that scrolling or clipping ancestors hide. Its cache lasts for one refresh. */
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

/** Position of the sign of a mark, relative to the layer. */
export interface Place {
  x: number
  y: number
  /** True if there is room for the word beside the plate. */
  full: boolean
  /** True if the word is left of the sign. */
  flipped: boolean
}

/** Rectangle of a plate, relative to the layer. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

const SIGN = 18
/** Size of a sign without its word, in px. */
const SMALL_SIGN = 15
/**
 * Room for the longest word, in px. It is the same for every verdict: the page could otherwise guess the verdict from
 * the place of a mark.
 */
const FULL = 136
const GAP = 4
/** Number of characters after a plate that may be in its line. */
const LINE_REST = 24

/** Size of a part of the page, in px. Marks inside this size do not enlarge the page. */
export interface View {
  width: number
  height: number
}

/** Rectangle in the window of the last line of a plate; `null` if it takes no room. */
export function rectOf({ parts, field }: Occurrence, range: Range): DOMRect | null {
  const first = parts[0]
  const last = parts.at(-1)
  if (field || !first || !last) return field ? seen(field.getBoundingClientRect()) : null
  try {
    range.setStart(first.node, first.start)
    range.setEnd(last.node, last.start + last.text.length)
  } catch {
    // The text became shorter, so the plate is gone. `isThere` reports this later.
    return null
  }
  return seen(lastLine(range.getClientRects()))
}

/** Joins the boxes of the last line: in a right-to-left line, the digits and the letters of a plate are two boxes. */
function lastLine(rects: DOMRectList): DOMRect | undefined {
  const last = rects[rects.length - 1]
  if (!last || rects.length === 1) return last
  let { left, right, top, bottom } = last
  for (const rect of rects) {
    if (rect.top >= last.bottom || rect.bottom <= last.top) continue
    left = Math.min(left, rect.left)
    right = Math.max(right, rect.right)
    top = Math.min(top, rect.top)
    bottom = Math.max(bottom, rect.bottom)
  }
  return new DOMRect(left, top, right - left, bottom - top)
}

/** Text for screen readers only has the size of a pixel. */
const seen = (rect: DOMRect | undefined): DOMRect | null =>
  rect && rect.width > 2 && rect.height > 2 ? rect : null

export function placeBeside(box: Box, room: { full: boolean; rtl: boolean }, view: View): Place {
  const { full, rtl } = room
  if (full) {
    const x = rtl ? box.left - GAP - SIGN : box.right + GAP
    return { ...within(x, middle(box), SIGN, box, view), full, flipped: rtl }
  }
  // The sign covers least on the corner.
  const x = rtl ? box.left - SMALL_SIGN + GAP : box.right - GAP
  const place = within(x, box.top - SMALL_SIGN / 2, SMALL_SIGN, box, view)
  return { ...place, full, flipped: rtl || place.x + FULL > Math.max(view.width, box.right) }
}

/** Places marks of a field along its upper edge, from its end. `null` when there is no more room. */
export function placeInField(box: Box, index: number, view: View): Place | null {
  const x = box.right - (SMALL_SIGN + GAP) * (index + 1) + SMALL_SIGN / 2
  if (index > 0 && x < box.left) return null
  return { ...within(x, box.top - SMALL_SIGN / 2, SMALL_SIGN, box, view), full: false, flipped: true }
}

/** Keeps a mark from enlarging the page: the mark stays within the view or the box of its plate. */
function within(x: number, y: number, size: number, box: Box, view: View): { x: number; y: number } {
  const right = Math.max(view.width, box.right) - size
  const bottom = Math.max(view.height, box.bottom) - size
  return {
    x: Math.round(Math.max(Math.min(0, box.left), Math.min(x, right))),
    y: Math.round(Math.max(Math.min(0, box.top), Math.min(y, bottom))),
  }
}

const middle = ({ top, bottom }: Box): number => (top + bottom - SIGN) / 2

/** Measures whether a sign and a word fit beside a plate without covering text of the page. */
export function roomBeside(
  occurrence: Occurrence,
  rect: DOMRect,
  range: Range,
): { full: boolean; rtl: boolean } {
  const last = occurrence.parts.at(-1)
  const block = last && blockAround(last.node)
  if (!last || !block) return { full: false, rtl: false }
  const rtl = getComputedStyle(block).direction === 'rtl'
  const box = block.getBoundingClientRect()
  const needed = GAP + FULL
  const room = rtl ? rect.left - box.left : box.right - rect.right
  if (room < needed) return { full: false, rtl }
  const next = textAfter(last.node, last.start + last.text.length, block, range)
  const covers =
    next !== null &&
    next.bottom > rect.top &&
    next.top < rect.bottom &&
    (rtl
      ? next.right > rect.left - needed && next.left < rect.right
      : next.left < rect.right + needed && next.right > rect.left)
  return { full: !covers, rtl }
}

/** Rectangle of the first text or element after a position, in the same block. */
function textAfter(node: Text, offset: number, block: Element, range: Range): DOMRect | null {
  const rest = node.data.slice(offset, offset + LINE_REST)
  if (/\S/.test(rest)) {
    range.setStart(node, offset + rest.search(/\S/))
    range.setEnd(node, offset + rest.length)
    return range.getClientRects()[0] ?? null
  }
  const walker = node.ownerDocument.createTreeWalker(block, 1 | 4)
  walker.currentNode = node
  for (let next = walker.nextNode(); next; next = walker.nextNode()) {
    if (next.nodeType === 1) {
      if ((next as Element).localName === 'br') return null
      if (next.firstChild) continue
      const rect = (next as Element).getBoundingClientRect()
      if (rect.width > 0) return rect
    } else if (/\S/.test((next as Text).data)) {
      range.selectNodeContents(next)
      return range.getClientRects()[0] ?? null
    }
  }
  return null
}
