import { createMarkHost, type MarkHost, viewOf } from './mark-host.ts'
import type { Box, View } from './mark-place.ts'

/** Marks exist for this many screens around the window. */
const SCREENS = 1

/** Where the marks of a part of the page lie. */
export interface Ground {
  origin: DOMRect
  /** What they must not enlarge. */
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
