import type { Box, View } from './mark-place.ts'
import styles from './marks.css?inline'
import { parentOf } from './walk-page.ts'

/** Time that a plate is pointed at. */
const POINTED_MS = 2_000

const prefersCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Scrolls to a plate: first the scrollable elements inside the page, without animation, then the page.
 * @param rect its present place in the window
 */
export function scrollToPlate(element: Element, rect: () => DOMRect | null): void {
  // Also scrolls the frames around this one.
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

/** Ring around a plate for a moment. */
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

/** Marks exist for this many screens around the window. */
const SCREENS = 1

/** Layer for the marks of a part of the page. */
export interface Ground {
  origin: DOMRect
  /** Element that the marks must not enlarge. */
  view: View
  window: View
}

export interface MarkLayers {
  in: (parent: Element) => MarkHost
  /** Has a host in each of these parts of the page, and in no other, and tells where their marks lie. */
  place: (parents: ReadonlySet<Element>) => Map<Element, Ground>
  isOurs: (element: Element) => boolean
  clear: () => void
}

/** The hosts of the marks: one in the document, and one in each dialog or popover over it that has plates. */
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

/** True for a plate in the window or within a screen of it. */
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
  /** Puts it back where the page took it out, and follows the page's own ground. */
  keep: () => void
  remove: () => void
}

/**
 * One element without attributes at the end of its parent, with a closed root. The page sees that it is there, and
 * where its marks are pressed, and nothing else (`marks.css`). It has no size, and its marks lie over the page.
 * @param parent the document's element, or one of the browser's top layer, which nothing outside it can cover
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
      // A zoom that the page gives itself would move and enlarge the marks too.
      layer.style.zoom = String(1 / (element.currentCSSZoom ?? 1))
      layer.style.colorScheme = isDark(document) ? 'dark' : 'light'
    },
    remove: () => {
      pulse.end()
      element.remove()
    },
  }
}

/** Size of a part of the page, which its marks must not enlarge: of the window for the whole document. */
function viewOf(parent: Element): View {
  const { documentElement, scrollingElement } = parent.ownerDocument
  // The body's in an old page (quirks mode), whose root is as high as its text.
  const whole = parent === documentElement ? (scrollingElement ?? parent) : parent
  return { width: whole.clientWidth, height: whole.clientHeight }
}

function addStyles(document: Document, root: ShadowRoot): void {
  try {
    // Out of reach of the page's content security policy.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    root.adoptedStyleSheets = [sheet]
  } catch {
    // Firefox keeps constructed sheets from content scripts.
    const style = document.createElement('style')
    style.textContent = styles
    root.append(style)
  }
}

/** Background of the page, by its colour, or by its colour scheme. */
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
