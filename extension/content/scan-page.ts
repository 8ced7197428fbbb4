import { MAX_BATCH } from '#shared/host-protocol/protocol.ts'
import type { FoundPlate, UnreadParts } from '../messages.ts'
import {
  contextOf,
  findPlatesIn,
  hasPlateLabel,
  likelyRanges,
  mayHavePlates,
  type Occurrence,
  occurrencesIn,
} from './find-plates.ts'
import { CONTEXT } from '#shared/domain/plates/text-rules.ts'
import { isRendered, showsText, valueOf } from './page-elements.ts'
import {
  LONG_RUN,
  NODES_PER_PAUSE,
  parentOf,
  type Piece,
  walkPage,
  type WalkStep,
  piecesIn,
  visibleRuns,
} from './walk-page.ts'

/** Most marks of one page. Further occurrences are only counted. */
const MAX_OCCURRENCES = 2_000
/** A scan ends at this many occurrences. No page that a person reads has so many. */
const MAX_COUNTED = 100_000
/** Time limit in ms for a page that grows faster than it is read. */
const MAX_WORK_MS = 10_000
/** Number of characters above which the check of the whole text takes longer than a slice. Longer texts skip it. */
const LONG_TEXT = 32_768
const SMALLEST_FRAME = 16
/** Number of characters read between two checks of the clock. */
const TEXT_PER_PAUSE = 16_384

export interface PageScan {
  plates: Map<string, FoundPlate>
  occurrences: Occurrence[]
  shadows: ShadowRoot[]
  dropped: Set<string>
  /** Number of occurrences of all plates. */
  counted: number
  /** Number of occurrences of listed plates beyond `MAX_OCCURRENCES`. */
  unmarked: number
  unread: UnreadParts
  /** Share of the document that was read, from 0 to 1. */
  progress: number
}

export interface ScanResult {
  finished: boolean
  times: SliceTimes
}

export const emptyScan = (): PageScan => ({
  plates: new Map(),
  occurrences: [],
  shadows: [],
  dropped: new Set(),
  counted: 0,
  unmarked: 0,
  unread: { pdfs: 0, frames: 0 },
  progress: 0,
})

/**
 * Searches a document for plates, in slices, and adds them to `scan` as they are found.
 * @param options.isOurs true for an element of the marks, which is not part of the page
 */
export async function scanPage(
  root: Document,
  scan: PageScan,
  options: { isStopped: () => boolean; onProgress: () => void; isOurs: (element: Element) => boolean },
): Promise<ScanResult> {
  if (root.contentType === 'application/pdf') {
    scan.unread.pdfs++
    scan.progress = 1
    return { finished: true, times: { total: 0, longest: 0, slices: 0 } }
  }
  const reading: Reading = { context: '', isLabelled: false, seen: new WeakMap() }
  const isLikely = (text: string) => text.length > LONG_TEXT || mayHavePlates(text, reading.isLabelled)
  const walk = walkPage(root, { isOurs: options.isOurs, isLikely })
  const leave = () => {
    walk.leave()
    options.onProgress()
  }
  const result = await inSlices(readSteps(root, walk.steps, reading, scan), {
    isStopped: () => options.isStopped() || scan.counted >= MAX_COUNTED,
    leave,
    comeBack: walk.comeBack,
    maxMs: MAX_WORK_MS,
  })
  if (result.finished) scan.progress = 1
  return result
}

interface Reading {
  /** Text of the preceding block, if it may be a label. */
  context: string
  /** True after a label: the head of a column is far before its cells. */
  isLabelled: boolean
  /** Start positions of the plates found in each text node. */
  seen: WeakMap<Text, Set<number>>
}

function* readSteps(
  root: Document,
  steps: Iterable<WalkStep>,
  reading: Reading,
  scan: PageScan,
): Generator<void> {
  const elements = root.getElementsByTagName('*')
  let visited = 0
  let unpaused = 0
  for (const step of steps) {
    if (step.kind === 'run') {
      for (const { text } of step.pieces) unpaused += text.length
      yield* readRun(step.pieces, reading, scan)
      reading.context = contextAfter(step.pieces, reading.context)
    } else if (step.kind === 'plain') {
      unpaused += step.text.length
      reading.context = contextOf(step.text) || reading.context
    } else if (step.kind === 'field') {
      yield* readField(step.element, reading, scan)
    } else if (step.kind === 'embedded') {
      noteEmbedded(step.element, scan.unread)
    } else if (step.kind === 'shadow') {
      scan.shadows.push(step.root)
    } else {
      visited += NODES_PER_PAUSE
      scan.progress = Math.min(0.99, visited / Math.max(1, elements.length))
    }
    reading.isLabelled ||= hasPlateLabel(reading.context)
    if (step.kind !== 'pause' && unpaused < TEXT_PER_PAUSE) continue
    unpaused = 0
    yield
  }
}

function* readRun(pieces: Piece[], { context, isLabelled, seen }: Reading, scan: PageScan): Generator<void> {
  const whole = textOf(pieces)
  if (whole.length < LONG_TEXT && !mayHavePlates(whole, isLabelled)) return
  const runs =
    pieces.length === 1 ? [pieces] : yield* visibleRuns(pieces, piecesIn(pieces, likelyRanges(whole)))
  let before = context
  for (const run of runs) {
    const text = run.length === pieces.length ? whole : textOf(run)
    const keepsBreaks = text.includes('\n') && showsBreaks(run[0])
    const header = headerOf(run[0])
    const occurrenceOf = occurrencesIn(run)
    for (const plates of findPlatesIn({ text, context: before, header, keepsBreaks })) {
      for (const plate of plates) {
        const occurrence = occurrenceOf(plate)
        if (isNew(occurrence, seen)) add(scan, occurrence)
      }
      yield
    }
    before = contextOf(text)
  }
}

/**
 * True if the occurrence is shown and was not read before. A text may be read twice: the page may have moved it, or
 * the walk may have restarted around it.
 */
function isNew({ parts: [first] }: Occurrence, seen: Reading['seen']): boolean {
  const parent = first && parentOf(first.node)
  if (!parent || !showsText(parent)) return false
  const starts = seen.get(first.node)
  if (starts?.has(first.start)) return false
  if (starts) starts.add(first.start)
  else seen.set(first.node, new Set([first.start]))
  return true
}

function* readField(element: Element, { context, isLabelled }: Reading, scan: PageScan): Generator<void> {
  const text = valueOf(element)
  if (text.length < LONG_TEXT && !mayHavePlates(text, isLabelled)) return
  if (!isRendered(element)) return
  for (const plates of findPlatesIn({ text, context, header: '', keepsBreaks: true })) {
    for (const { vrm, padded, start, end } of plates)
      add(scan, { vrm, padded, parts: [], field: element, written: text.slice(start, end) })
    yield
  }
}

function add(scan: PageScan, occurrence: Occurrence): void {
  const { vrm, padded } = occurrence
  scan.counted++
  const known = scan.plates.get(vrm)
  if (known) {
    known.count++
    known.padded &&= padded
  } else if (scan.plates.size >= MAX_BATCH) {
    scan.dropped.add(vrm)
    return
  } else scan.plates.set(vrm, { vrm, count: 1, padded })
  if (scan.occurrences.length < MAX_OCCURRENCES) scan.occurrences.push(occurrence)
  else scan.unmarked++
}

/** Counts frames of other sites and PDF views: a content script cannot read them. */
function noteEmbedded(element: HTMLElement, unread: UnreadParts): void {
  if (!isRendered(element)) return
  const { width, height } = element.getBoundingClientRect()
  if (width < SMALLEST_FRAME || height < SMALLEST_FRAME) return
  if ('type' in element && element.type === 'application/pdf') {
    unread.pdfs++
  } else if ('contentDocument' in element && element.localName.endsWith('frame')) {
    if (element.contentDocument === null) unread.frames++
  }
}

const textOf = (pieces: readonly Piece[]): string =>
  pieces.length === 1 ? (pieces[0]?.text ?? '') : pieces.map(({ text }) => text).join('')

function contextAfter(pieces: readonly Piece[], before: string): string {
  let length = 0
  for (const { text } of pieces) length += text.length
  // A block that was cut continues in the next run.
  if (length > LONG_RUN) return textOf(pieces.slice(-1)).slice(-CONTEXT)
  if (length > 200) return ''
  const text = textOf(pieces)
  // White space between two elements does not replace the label before it.
  return /\S/.test(text) ? contextOf(text) : before
}

/** Head of the column of a cell, from the first row of its table. */
function headerOf(piece: Piece | undefined): string {
  const cell = piece?.node.parentElement?.closest('td')
  const head = cell?.closest('table')?.rows[0]?.cells[cell.cellIndex]
  return head && head !== cell ? head.textContent.trim().slice(0, CONTEXT) : ''
}

function showsBreaks(piece: Piece | undefined): boolean {
  const parent = piece && parentOf(piece.node)
  return parent ? /^(?:pre|break-spaces)/.test(getComputedStyle(parent).whiteSpace) : false
}

/**
 * Longest slice in ms before the page may run. It leaves room for the current step, so that the slice ends within 10
 * ms.
 */
const SLICE_MS = 4

/** Duration of all slices and of the longest slice in ms, and their number. */
interface SliceTimes {
  total: number
  longest: number
  slices: number
}

interface Sliced {
  /** `false` if the scan was stopped or exceeded its time. */
  finished: boolean
  times: SliceTimes
}

interface SliceOptions {
  /** Checked before each slice. `true` ends the scan. */
  isStopped: () => boolean
  /** Called at the end of each slice, before the page runs. */
  leave: () => void
  /** Called before the next slice. */
  comeBack: () => void
  /** Longest total duration of the slices, in ms. */
  maxMs: number
}

/** Runs steps one after another, in slices. */
export async function inSlices(steps: Iterator<unknown>, options: SliceOptions): Promise<Sliced> {
  const times: SliceTimes = { total: 0, longest: 0, slices: 0 }
  for (;;) {
    if (options.isStopped() || times.total > options.maxMs) return { finished: false, times }
    const start = performance.now()
    if (times.slices > 0) options.comeBack()
    let done = false
    do done = steps.next().done === true
    while (!done && performance.now() - start < SLICE_MS)
    if (!done) options.leave()
    const took = performance.now() - start
    times.total += took
    times.longest = Math.max(times.longest, took)
    times.slices++
    if (done) return { finished: true, times }
    await nextTurn()
  }
}

/** Resolves after the pending tasks of the page, without the delay of a timer. */
export function nextTurn(): Promise<void> {
  if ('scheduler' in globalThis) {
    const { scheduler } = globalThis as unknown as {
      scheduler: { postTask: (task: () => void) => Promise<void> }
    }
    return scheduler.postTask(() => undefined)
  }
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}
