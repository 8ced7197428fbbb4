import type { Box, View } from './mark-place.ts'
import styles from './marks.css?inline'
import { parentOf } from './walk-page.ts'

/** Time in ms that the ring around a plate is shown. */
const POINTED_MS = 2_000

const prefersCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Scrolls to a plate: first the scrollable elements inside the page, without animation, then the page.
 * @param rect returns the present rectangle of the plate in the window
 */
export function scrollToPlate(element: Element, rect: () => DOMRect | null): void {
  // This call also scrolls the frames around this one.
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  for (let around = parentOf(element); around; around = parentOf(around)) {
    if (around === around.ownerDocument.documentElement || around === around.ownerDocument.body) continue
    if (around.scrollHeight <= around.clientHeight || !/auto|scroll/.test(getComputedStyle(around).overflowY))
      continue
    const place = rect()
    if (!place) return
    const box = around.getBoundingClientRect()
    if (place.top < box.top || place.bottom > box.bottom)
      around.scrollBy({ top: centre(place) - centre(box), behavior: 'instant' })
  }
  const place = rect()
  const margin = innerHeight / 8
  if (!place || (place.top >= margin && place.bottom <= innerHeight - margin)) return
  scrollBy({ top: centre(place) - innerHeight / 2, behavior: prefersCalm() ? 'instant' : 'smooth' })
}

const centre = ({ top, bottom }: DOMRect): number => (top + bottom) / 2

type Pulse = ReturnType<typeof createPulse>

/** Ring that surrounds a plate for `POINTED_MS`. */
function createPulse(layer: HTMLElement) {
  let ring: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let after: () => void = () => undefined
  const end = () => {
    clearTimeout(timer)
    ring?.remove()
    ring = null
    after()
    after = () => undefined
  }
  return {
    start: (onEnd: () => void) => {
      end()
      ring = layer.ownerDocument.createElement('div')
      ring.className = 'pulse'
      layer.append(ring)
      after = onEnd
      timer = setTimeout(end, POINTED_MS)
    },
    put: (box: { left: number; top: number; right: number; bottom: number }) => {
      if (!ring) return
      ring.style.transform = `translate(${box.left}px, ${box.top}px)`
      ring.style.width = `${box.right - box.left}px`
      ring.style.height = `${box.bottom - box.top}px`
    },
    end,
  }
}

/** Number of screens around the window in which marks are drawn. */
const SCREENS = 1

/** Geometry of the layer for a part of the page. */
export interface Ground {
  origin: DOMRect
  /** Size of that part of the page, which the marks must not enlarge. */
  view: View
  window: View
}

export interface MarkLayers {
  in: (parent: Element) => MarkHost
  /**
   * Ensures a host in each of these parts of the page, and removes all others. Returns the geometry of each layer.
   */
  place: (parents: ReadonlySet<Element>) => Map<Element, Ground>
  isOurs: (element: Element) => boolean
  clear: () => void
}

/** Manages the hosts of the marks: one in the document, and one in each dialog or popover that contains plates. */
export function createMarkLayers(): MarkLayers {
  const hosts = new Map<Element, MarkHost>()
  const ours = new WeakSet<Element>()

  const hostIn = (parent: Element): MarkHost => {
    const known = hosts.get(parent)
    if (known) return known
    const host = createMarkHost(parent)
    hosts.set(parent, host)
    ours.add(host.element)
    return host
  }

  return {
    in: hostIn,
    place: (parents) => {
      for (const [parent, host] of hosts) {
        if (parents.has(parent)) continue
        host.remove()
        hosts.delete(parent)
      }
      for (const parent of parents) hostIn(parent).keep()
      return new Map([...hosts].map(([parent, host]) => [parent, groundOf(parent, host)]))
    },
    isOurs: (element) => ours.has(element),
    clear: () => {
      for (const host of hosts.values()) host.remove()
      hosts.clear()
    },
  }
}

const groundOf = (parent: Element, { element }: MarkHost): Ground => ({
  origin: element.getBoundingClientRect(),
  view: viewOf(parent),
  window: viewOf(parent.ownerDocument.documentElement),
})

/** True for a plate in the window or within `SCREENS` of it. */
export function isNear(box: Box | null, { origin, window: { width, height } }: Ground): box is Box {
  if (!box) return false
  const top = box.top + origin.top
  const left = box.left + origin.left
  return (
    top > -height * SCREENS &&
    top < height * (1 + SCREENS) &&
    left > -width * SCREENS &&
    left < width * (1 + SCREENS)
  )
}

interface MarkHost {
  element: HTMLElement
  layer: HTMLElement
  pulse: Pulse
  /** Adds the host again if the page removed it, and updates its zoom and colour scheme. */
  keep: () => void
  remove: () => void
}

/**
 * Creates one element without attributes at the end of its parent, with a closed shadow root. The page sees only that
 * the element exists, and where its marks are clicked (`marks.css`). The element has no size, and its marks lie over
 * the page.
 * @param parent the root element, or an element of the browser's top layer, which elements outside it cannot cover
 */
function createMarkHost(parent: Element): MarkHost {
  const document = parent.ownerDocument
  const element = document.createElement('div')
  const root = element.attachShadow({ mode: 'closed' })
  addStyles(document, root)
  const layer = document.createElement('div')
  root.append(layer)
  const pulse = createPulse(layer)
  return {
    element,
    layer,
    pulse,
    keep: () => {
      if (element.parentNode !== parent) parent.append(element)
      // The page's own zoom would move and enlarge the marks too.
      layer.style.zoom = String(1 / (element.currentCSSZoom ?? 1))
      layer.style.colorScheme = isDark(document) ? 'dark' : 'light'
    },
    remove: () => {
      pulse.end()
      element.remove()
    },
  }
}

/**
 * Size of a part of the page, which its marks must not enlarge. For the whole document it is the size of the window.
 */
function viewOf(parent: Element): View {
  const { documentElement, scrollingElement } = parent.ownerDocument
  // In an old page (quirks mode) the body has the size of the window. The root is as high as its text.
  const whole = parent === documentElement ? (scrollingElement ?? parent) : parent
  return { width: whole.clientWidth, height: whole.clientHeight }
}

function addStyles(document: Document, root: ShadowRoot): void {
  try {
    // A constructed sheet is not subject to the page's content security policy.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    root.adoptedStyleSheets = [sheet]
  } catch {
    // Firefox forbids constructed sheets in content scripts.
    const style = document.createElement('style')
    style.textContent = styles
    root.append(style)
  }
}

/** True if the background of the page is dark, by its colour or else by its colour scheme. */
function isDark(document: Document): boolean {
  for (const element of [document.body, document.documentElement]) {
    if (!element) continue
    const [red = 0, green = 0, blue = 0, alpha = 1] = (
      getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? []
    ).map(Number)
    if (alpha > 0.5) return red * 0.299 + green * 0.587 + blue * 0.114 < 128
  }
  const scheme = getComputedStyle(document.documentElement).colorScheme
  return (
    scheme.includes('dark') &&
    (!scheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches)
  )
}
