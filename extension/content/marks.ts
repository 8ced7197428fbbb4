import type { PlateMark } from '../messages.ts'
import { type SignKind, signShapes } from '#renderer/design/sign-shapes.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { createMarkLayers, type Ground, isNear, scrollToPlate } from './mark-layers.ts'
import {
  type Box,
  type Place,
  placeBeside,
  placeInField,
  rectOf,
  roomBeside,
  type View,
  createClips,
  topLayerAround,
} from './mark-place.ts'
import { isThere, type Occurrence } from './find-plates.ts'
import { parentOf } from './walk-page.ts'

/** Interval of the checks, in ms. A mark is late by this much when only the page's own script moved its text. */
const TICK_MS = 500
/** Events of dialogs and popovers that open or close over the page. */
const MOVES_LAYERS = ['toggle', 'close', 'fullscreenchange']
/** Number of ticks between two looks at the plates far from the window. */
const TICKS_PER_LOOK = 4
/**
 * Longest work in one frame, in ms. In a text of millions of characters, finding the place of one plate takes a
 * millisecond.
 */
const FRAME_MS = 4
/** Most marks made in one frame. */
const NEW_PER_FRAME = 40

interface Tracked {
  occurrence: Occurrence
  /** Element in which the mark is drawn: the root element, or a dialog over it. */
  parent: Element
  /** Rectangle at the last look, relative to the layer. */
  box: Box | null
  room: { full: boolean; rtl: boolean } | null
  /** True if an ancestor scrolls or clips the plate out of view. */
  hidden: boolean
  element: MarkElement | null
}

export interface Marks {
  /** Adds marks for more occurrences, in the order of the page. */
  add: (occurrences: readonly Occurrence[], shadows: readonly ShadowRoot[]) => void
  setVerdicts: (rows: readonly PlateMark[]) => void
  /** Returns `false` if the plate is no longer in the page. */
  reveal: (vrm: string) => boolean
  /** Leaves the document as it was. */
  clear: () => void
  isOurs: (element: Element) => boolean
}

/** Draws marks beside the plates of a page, in an overlay. The page's own nodes are never changed. */
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
  /** True if the present look covers only plates near the window, because only the page itself scrolled. */
  let near = true
  /** Index of the plate at which the look continues, and number of plates left in it. */
  let next = 0
  let left = 0
  const verdicts = new Map<string, PlateMark>()
  const listening = new Set<ShadowRoot>()
  // All plates share this range. It is left in no text, because the browser updates a range at each change of its
  // text.
  const range = document.createRange()

  const schedule = (all: boolean) => {
    look(all)
    if (tracked.length > 0) frame ||= requestAnimationFrame(refresh)
  }
  /**
   * Starts a look at every plate, or only at those near the window. If a look is under way, it goes round once more.
   */
  const look = (all: boolean) => {
    if (all) near = false
    left = tracked.length
  }
  const onScroll = (event: Event) => schedule(event.target !== document)
  const onResize = () => schedule(true)
  const sizes = new ResizeObserver(onResize)

  function refresh() {
    cancelAnimationFrame(frame)
    frame = 0
    if (tracked.length === 0) return
    open()
    const grounds = layers.place(new Set(tracked.map(({ parent }) => parent)))
    const moved = measure(grounds)
    const isDrawn = draw(grounds)
    range.selectNodeContents(document.documentElement)
    // The new parts of the page have no host yet.
    if (moved) look(true)
    else if (left === 0) near = true
    if (left > 0 || !isDrawn) frame ||= requestAnimationFrame(refresh)
  }

  /**
   * Measures plates without writing, so that the layout is computed once. After `FRAME_MS` it continues in the next
   * frame.
   * @returns true if a dialog that opened or closed took plates along
   */
  function measure(grounds: ReadonlyMap<Element, Ground>): boolean {
    const clips = createClips()
    const end = performance.now() + FRAME_MS
    let moved = false
    while (left > 0 && performance.now() < end) {
      const one = tracked[next % tracked.length]
      next = (next + 1) % tracked.length
      left--
      if (!one) continue
      if (!near && isInOtherLayer(one)) moved = true
      const ground = grounds.get(one.parent)
      if (ground && !(near && !isNear(one.box, ground))) measureOne(one, ground, clips)
    }
    return moved
  }

  function measureOne(one: Tracked, ground: Ground, clips: ReturnType<typeof createClips>) {
    const { occurrence } = one
    const rect = rectOf(occurrence, range)
    const anchor = anchorOf(occurrence)
    one.box = rect && boxFrom(rect, ground.origin)
    if (!near) one.room = null
    if (!rect || !isNear(one.box, ground)) return
    one.hidden = !anchor || !clips.isVisible(anchor, rect)
    if (!one.hidden && !occurrence.field) one.room ??= roomBeside(occurrence, rect, range)
  }

  /**
   * Moves a plate to the layer that now contains it, after a dialog opened or closed. Its old mark is removed.
   * @returns true if the layer changed
   */
  function isInOtherLayer(one: Tracked): boolean {
    const anchor = anchorOf(one.occurrence)
    const parent = anchor ? topLayerAround(anchor) : document.documentElement
    if (parent === one.parent) return false
    one.element?.remove()
    Object.assign(one, { parent, box: null, room: null, element: null })
    return true
  }

  /** @returns false if some marks are left for the next frame */
  function draw(grounds: ReadonlyMap<Element, Ground>): boolean {
    let made = 0
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
      if (!one.element && one !== revealed && ++made > NEW_PER_FRAME) continue
      one.element ??= elementFor(one)
      one.element.put(place)
    }
    if (revealed?.box) layers.in(revealed.parent).pulse.put(revealed.box)
    return made <= NEW_PER_FRAME
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

  /** Checks the page at an interval. An observer of the whole page would cost the page time at each change. */
  function tick() {
    timer = setTimeout(tick, TICK_MS)
    if (document.visibilityState === 'hidden') return
    dropGone()
    look(++ticks % TICKS_PER_LOOK === 0)
    refresh()
  }

  function dropGone() {
    const values = new Map<Element, string>()
    const gone = new Set(tracked.filter(({ occurrence }) => !isThere(occurrence, values)))
    if (gone.size === 0) return
    for (const { element } of gone) element?.remove()
    tracked = tracked.filter((one) => !gone.has(one))
    const there = new Set(tracked.map(({ occurrence }) => occurrence.vrm))
    const vrms = [...new Set([...gone].map(({ occurrence }) => occurrence.vrm))].filter(
      (vrm) => !there.has(vrm),
    )
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
        // A scroll event inside a shadow root does not reach the outside.
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
      const found = places[(revealed ? places.indexOf(revealed) + 1 : 0) % Math.max(1, places.length)]
      const element = found && anchorOf(found.occurrence)
      if (!found || !element) return false
      revealed = found
      scrollToPlate(element, () => rectOf(found.occurrence, range))
      look(true)
      // The next look begins with this plate.
      next = tracked.indexOf(found)
      refresh()
      const { pulse } = layers.in(found.parent)
      pulse.start(() => found.element?.point(false))
      found.element?.point(true)
      if (found.box) pulse.put(found.box)
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

/** Element that contains a plate. */
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

const SVG = 'http://www.w3.org/2000/svg'

interface MarkElement {
  draw: (mark: PlateMark) => void
  put: (place: Place) => void
  /** Shows the word even without room for it. */
  point: (pointed: boolean) => void
  remove: () => void
}

function createMarkElement(layer: HTMLElement, onPress: () => void): MarkElement {
  const document = layer.ownerDocument
  const mark = document.createElement('div')
  const press = document.createElement('button')
  const word = document.createElement('div')
  press.type = 'button'
  // Tab follows the page's own order and skips the marks. The panel lists the plates for the keyboard.
  press.tabIndex = -1
  press.className = 'mark__press'
  word.className = 'mark__word'
  mark.append(press, word)
  layer.append(mark)

  const classes = { full: false, flipped: false, wordless: true, pointed: false }
  const dress = () => {
    const { full, ...others } = classes
    const names = Object.entries(others).flatMap(([name, on]) => (on ? [` mark--${name}`] : []))
    mark.className = `mark mark--${full ? 'full' : 'small'}${names.join('')}`
  }
  // A press must not change the focus or the selection of the page.
  press.addEventListener('mousedown', (event) => event.preventDefault())
  press.addEventListener('click', (event) => {
    event.stopPropagation()
    if (event.isTrusted) onPress()
  })

  let drawn: PlateMark | null = null
  return {
    draw: (next) => {
      if (drawn && drawn.sign === next.sign && drawn.word === next.word) return
      if (drawn?.sign !== next.sign) press.replaceChildren(signSvg(document, next.sign))
      drawn = next
      const label = displayPlate(next.vrm)
      press.setAttribute('aria-label', next.word === '' ? label : `${label}: ${next.word}`)
      word.dataset['word'] = next.word
      classes.wordless = next.word === ''
      dress()
    },
    put: ({ x, y, full, flipped }) => {
      mark.style.transform = `translate(${x}px, ${y}px)`
      if (classes.full === full && classes.flipped === flipped && mark.className !== '') return
      Object.assign(classes, { full, flipped })
      dress()
    },
    point: (pointed) => {
      classes.pointed = pointed
      dress()
    },
    remove: () => mark.remove(),
  }
}

function signSvg(document: Document, kind: SignKind): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('class', `sign sign--${kind}`)
  svg.setAttribute('viewBox', '0 0 16 16')
  svg.setAttribute('aria-hidden', 'true')
  for (const { tag, className, attributes } of signShapes[kind]) {
    const shape = document.createElementNS(SVG, tag)
    shape.setAttribute('class', className)
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value)
    svg.append(shape)
  }
  return svg
}
