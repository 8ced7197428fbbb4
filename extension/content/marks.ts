import type { PlateMark } from '../messages.ts'
import { createMarkElement, type MarkElement } from './mark-element.ts'
import { createMarkHost, type MarkHost } from './mark-host.ts'
import {
  type Box,
  type Place,
  placeBeside,
  placeInField,
  rectOf,
  roomBeside,
  type View,
} from './mark-place.ts'
import { isThere, type Occurrence } from './occurrences.ts'
import { createPulse, scrollToPlate } from './reveal.ts'
import { createClips } from './shown-block.ts'
import { parentOf } from './walk-page.ts'

/** A mark that follows its text late by this, when nothing but the page's own script moved it. */
const TICK_MS = 500
/** Every so many, what is far from the window is looked at too. */
const TICKS_PER_LOOK = 4
/** Marks exist for this many screens around the window. */
const SCREENS = 1

interface Tracked {
  occurrence: Occurrence
  /** Of the last look, from the origin of the layer. */
  box: Box | null
  room: { full: boolean; rtl: boolean } | null
  /** Cut off by an ancestor that scrolls, or without any room. */
  hidden: boolean
  element: MarkElement | null
}

export interface Marks {
  /** Marks these too, in the order of the page. */
  add: (occurrences: readonly Occurrence[], shadows: readonly ShadowRoot[]) => void
  setVerdicts: (rows: readonly PlateMark[]) => void
  /** `false` when it is no longer in the page. */
  reveal: (vrm: string) => boolean
  /** Leaves the document as it was. */
  clear: () => void
  isOurs: (element: Element) => boolean
}

/** Marks beside the plates of a page, in an overlay: the page's own nodes are never touched. */
export function createMarks(
  document: Document,
  { onPressed, onGone }: { onPressed: (vrm: string) => void; onGone: (vrms: readonly string[]) => void },
): Marks {
  let tracked: Tracked[] = []
  let host: MarkHost | null = null
  let pulse: ReturnType<typeof createPulse> | null = null
  let revealed: Tracked | null = null
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let ticks = 0
  /** Only what is near: the page itself scrolled. */
  let near = true
  const verdicts = new Map<string, PlateMark>()
  const listening = new Set<ShadowRoot>()
  // One for all, and left in no text: the browser updates a range in a text at each change of it.
  const range = document.createRange()

  const schedule = (all: boolean) => {
    if (all) near = false
    if (tracked.length > 0) frame ||= requestAnimationFrame(refresh)
  }
  const onScroll = (event: Event) => schedule(event.target !== document)
  const onResize = () => schedule(true)
  const sizes = new ResizeObserver(onResize)

  function refresh() {
    cancelAnimationFrame(frame)
    frame = 0
    if (tracked.length === 0) return
    host ??= open()
    host.keep()
    const origin = host.element.getBoundingClientRect()
    // The body's in an old page (quirks mode), whose root is as high as its text.
    const { clientWidth: width, clientHeight: height } = document.scrollingElement ?? document.documentElement
    const view = { width, height }
    measure(origin, view)
    draw(origin, view)
    range.selectNodeContents(host.layer)
    near = true
  }

  /** Reads only: nothing is written between two looks at the layout. */
  function measure(origin: DOMRect, view: View) {
    const clips = createClips()
    for (const one of tracked) {
      const { occurrence } = one
      if (near && !isNear(one.box, origin, view)) continue
      const rect = rectOf(occurrence, range)
      const anchor = occurrence.field ?? (occurrence.parts[0] && parentOf(occurrence.parts[0].node))
      one.box = rect && boxFrom(rect, origin)
      if (!near) one.room = null
      if (!rect || !isNear(one.box, origin, view)) continue
      one.hidden = !anchor || !clips.isVisible(anchor, rect)
      if (!one.hidden && !occurrence.field) one.room ??= roomBeside(occurrence, rect, range)
    }
  }

  function draw(origin: DOMRect, view: View) {
    const inField = new Map<Element, number>()
    for (const one of tracked) {
      const place = !one.hidden && isNear(one.box, origin, view) ? placeOf(one, inField, view) : null
      if (!place) {
        one.element?.remove()
        one.element = null
        continue
      }
      one.element ??= elementFor(one)
      one.element.put(place)
    }
    if (revealed?.box) pulse?.put(revealed.box)
  }

  function placeOf(
    { box, room, occurrence }: Tracked,
    inField: Map<Element, number>,
    view: View,
  ): Place | null {
    if (!box) return null
    if (!occurrence.field) return placeBeside(box, room ?? { full: false, rtl: false }, view)
    const index = inField.get(occurrence.field) ?? 0
    inField.set(occurrence.field, index + 1)
    return placeInField(box, index, view)
  }

  function elementFor({ occurrence: { vrm } }: Tracked): MarkElement {
    const element = createMarkElement((host ??= open()).layer, () => onPressed(vrm))
    element.draw(verdicts.get(vrm) ?? { vrm, sign: 'none', word: '' })
    return element
  }

  function open(): MarkHost {
    const opened = createMarkHost(document)
    pulse = createPulse(opened.layer)
    addEventListener('scroll', onScroll, { capture: true, passive: true })
    addEventListener('resize', onResize)
    sizes.observe(document.documentElement)
    if (document.body) sizes.observe(document.body)
    timer = setTimeout(tick, TICK_MS)
    return opened
  }

  /** Instead of an observer of the whole page, which it would pay for at each of its changes. */
  function tick() {
    timer = setTimeout(tick, TICK_MS)
    if (document.visibilityState === 'hidden') return
    dropGone()
    if (++ticks % TICKS_PER_LOOK === 0) near = false
    refresh()
  }

  function dropGone() {
    const gone = tracked.filter(({ occurrence }) => !isThere(occurrence))
    if (gone.length === 0) return
    for (const { element } of gone) element?.remove()
    tracked = tracked.filter((one) => !gone.includes(one))
    const left = new Set(tracked.map(({ occurrence }) => occurrence.vrm))
    const vrms = [...new Set(gone.map(({ occurrence }) => occurrence.vrm))].filter((vrm) => !left.has(vrm))
    if (vrms.length > 0) onGone(vrms)
    if (tracked.length === 0) close()
    else schedule(true)
  }

  function close() {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    frame = 0
    pulse?.end()
    host?.remove()
    host = null
    revealed = null
    sizes.disconnect()
    removeEventListener('scroll', onScroll, { capture: true })
    removeEventListener('resize', onResize)
    for (const root of listening) root.removeEventListener('scroll', onResize, { capture: true })
    listening.clear()
  }

  return {
    add: (occurrences, shadows) => {
      for (const occurrence of occurrences)
        tracked.push({ occurrence, box: null, room: null, hidden: false, element: null })
      for (const root of shadows) {
        if (listening.has(root)) continue
        listening.add(root)
        // A scroll inside a shadow root is not heard outside.
        root.addEventListener('scroll', onResize, { capture: true, passive: true })
      }
      schedule(true)
    },
    setVerdicts: (rows) => {
      for (const row of rows) verdicts.set(row.vrm, row)
      for (const { element, occurrence } of tracked) {
        const mark = verdicts.get(occurrence.vrm)
        if (mark) element?.draw(mark)
      }
    },
    reveal: (vrm) => {
      dropGone()
      const places = tracked.filter(({ occurrence }) => occurrence.vrm === vrm)
      const next = places[(revealed ? places.indexOf(revealed) + 1 : 0) % Math.max(1, places.length)]
      const { field, parts } = next?.occurrence ?? { field: null, parts: [] }
      const element = field ?? (parts[0] ? parentOf(parts[0].node) : null)
      if (!next || !element) return false
      revealed = next
      scrollToPlate(element, () => rectOf(next.occurrence, range))
      near = false
      refresh()
      pulse?.start(() => next.element?.point(false))
      next.element?.point(true)
      if (next.box) pulse?.put(next.box)
      return true
    },
    clear: () => {
      tracked = []
      verdicts.clear()
      close()
    },
    isOurs: (element) => element === host?.element,
  }
}

function boxFrom(rect: DOMRect, origin: DOMRect): Box {
  return {
    left: rect.left - origin.left,
    top: rect.top - origin.top,
    right: rect.right - origin.left,
    bottom: rect.bottom - origin.top,
  }
}

function isNear(box: Box | null, origin: DOMRect, { width, height }: View): box is Box {
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
