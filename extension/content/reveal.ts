import { parentOf } from './walk-page.ts'

/** Time that a plate is pointed at. */
const POINTED_MS = 2_000

const prefersCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Scrolls to a plate: first what scrolls inside the page, at once; then the page.
 * @param rect where it is now, in the window
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

export type Pulse = ReturnType<typeof createPulse>

/** Ring around a plate for a moment. */
export function createPulse(layer: HTMLElement) {
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
