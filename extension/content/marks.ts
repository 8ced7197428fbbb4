import type { PlateMark } from '../messages.ts'
import { createMarkElement, type MarkElement } from './mark-element.ts'
import { createMarkLayers, type Ground, isNear } from './mark-layers.ts'
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
import { scrollToPlate } from './reveal.ts'
import { createClips, topLayerAround } from './shown-block.ts'
import { parentOf } from './walk-page.ts'

/** A mark that follows its text late by this, when nothing but the page's own script moved it. */
const TICK_MS = 500
/** A dialog or a popover opens or closes over the page. */
const MOVES_LAYERS = ['toggle', 'close', 'fullscreenchange']
/** Every so many, what is far from the window is looked at too. */
const TICKS_PER_LOOK = 4

interface Tracked {
  occurrence: Occurrence
  /** Where its mark is drawn: the document, or a dialog over it. */
  parent: Element
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
  const layers = createMarkLayers()
  let isOpen = false
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
    open()
    if (!near) findParents()
    const grounds = layers.place(new Set(tracked.map(({ parent }) => parent)))
    measure(grounds)
    draw(grounds)
    range.selectNodeContents(document.documentElement)
    near = true
  }

  /** A dialog that opens or closes takes its plates along. */
  function findParents() {
    for (const one of tracked) {
      const anchor = anchorOf(one.occurrence)
      const parent = anchor ? topLayerAround(anchor) : document.documentElement
      if (parent === one.parent) continue
      one.element?.remove()
      Object.assign(one, { parent, box: null, room: null, element: null })
    }
  }

  /** Reads only: nothing is written between two looks at the layout. */
  function measure(grounds: ReadonlyMap<Element, Ground>) {
    const clips = createClips()
    for (const one of tracked) {
      const { occurrence } = one
      const ground = grounds.get(one.parent)
      if (!ground || (near && !isNear(one.box, ground))) continue
      const { origin } = ground
      const rect = rectOf(occurrence, range)
      const anchor = anchorOf(occurrence)
      one.box = rect && boxFrom(rect, origin)
      if (!near) one.room = null
      if (!rect || !isNear(one.box, ground)) continue
      one.hidden = !anchor || !clips.isVisible(anchor, rect)
      if (!one.hidden && !occurrence.field) one.room ??= roomBeside(occurrence, rect, range)
    }
  }

  function draw(grounds: ReadonlyMap<Element, Ground>) {
    const inField = new Map<Element, number>()
    for (const one of tracked) {
      const ground = grounds.get(one.parent)
      const place =
        ground && !one.hidden && isNear(one.box, ground) ? placeOf(one, inField, ground.view) : null
      if (!place) {
        one.element?.remove()
        one.element = null
        continue
      }
      one.element ??= elementFor(one)
      one.element.put(place)
    }
    if (revealed?.box) layers.in(revealed.parent).pulse.put(revealed.box)
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

  function elementFor({ parent, occurrence: { vrm } }: Tracked): MarkElement {
    const element = createMarkElement(layers.in(parent).layer, () => onPressed(vrm))
    element.draw(verdicts.get(vrm) ?? { vrm, sign: 'none', word: '' })
    return element
  }

  function open() {
    if (isOpen) return
    isOpen = true
    addEventListener('scroll', onScroll, { capture: true, passive: true })
    addEventListener('resize', onResize)
    for (const name of MOVES_LAYERS) addEventListener(name, onResize, { capture: true })
    sizes.observe(document.documentElement)
    if (document.body) sizes.observe(document.body)
    timer = setTimeout(tick, TICK_MS)
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
    layers.clear()
    isOpen = false
    revealed = null
    sizes.disconnect()
    removeEventListener('scroll', onScroll, { capture: true })
    removeEventListener('resize', onResize)
    for (const name of MOVES_LAYERS) removeEventListener(name, onResize, { capture: true })
    for (const root of listening) root.removeEventListener('scroll', onResize, { capture: true })
    listening.clear()
  }

  return {
    add: (occurrences, shadows) => {
      for (const occurrence of occurrences)
        tracked.push({
          occurrence,
          parent: document.documentElement,
          box: null,
          room: null,
          hidden: false,
          element: null,
        })
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
      const element = next && anchorOf(next.occurrence)
      if (!next || !element) return false
      revealed = next
      scrollToPlate(element, () => rectOf(next.occurrence, range))
      near = false
      refresh()
      const { pulse } = layers.in(next.parent)
      pulse.start(() => next.element?.point(false))
      next.element?.point(true)
      if (next.box) pulse.put(next.box)
      return true
    },
    clear: () => {
      tracked = []
      verdicts.clear()
      close()
    },
    isOurs: layers.isOurs,
  }
}

/** Element that a plate is in. */
const anchorOf = ({ field, parts }: Occurrence): Element | null =>
  field ?? (parts[0] ? parentOf(parts[0].node) : null)

function boxFrom(rect: DOMRect, origin: DOMRect): Box {
  return {
    left: rect.left - origin.left,
    top: rect.top - origin.top,
    right: rect.right - origin.left,
    bottom: rect.bottom - origin.top,
  }
}
