import type { SignKind } from '#renderer/design/sign.tsx'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import type { VerdictSummary } from '#shared/host-protocol/messages.ts'
import { MAX_BATCH } from '#shared/host-protocol/protocol.ts'
import { fullDate } from '#shared/text/dates.ts'
import { panelText as text } from '#shared/text/extension.ts'
import { upperFirst } from '#shared/text/grammar.ts'
import { railText } from '#shared/text/lookup.ts'
import type { ContentEvent, FoundPlate, UnreadParts } from '../messages.ts'
import { summaryRow } from '../pages/verdict-of-summary.ts'

type Found = Extract<ContentEvent, { type: 'content.found' }>

interface FrameScan {
  state: Found['state']
  progress: number
  /** Plates in the order of the frame. Plates that left the frame stay at the end. */
  plates: readonly FoundPlate[]
  gone: ReadonlySet<string>
  dropped: number
  unmarked: number
  unread: UnreadParts
}

/** Scan of a page: the last report of each frame. */
export interface PageScan {
  id: string
  /** Scans by frame id: the page first, then its frames by ascending id. */
  frames: ReadonlyMap<number, FrameScan>
}

/** A plate of the page. */
export interface ListedPlate extends FoundPlate {
  /** Frame in which the plate can be pointed at. */
  frameId: number
  gone: boolean
}

const NOT_YET: FrameScan = {
  state: 'scanning',
  progress: 0,
  plates: [],
  gone: new Set(),
  dropped: 0,
  unmarked: 0,
  unread: { pdfs: 0, frames: 0 },
}

export const beginScan = (id: string, frameIds: readonly number[]): PageScan => ({
  id,
  frames: new Map(frameIds.toSorted((a, b) => a - b).map((frameId) => [frameId, NOT_YET])),
})

/** Pure function that applies a message of a frame to the scan. It ignores messages of another scan. */
export function hearFrame(
  scan: PageScan,
  frameId: number,
  event: Exclude<ContentEvent, { type: 'content.pressed' }>,
): PageScan {
  if (event.scan !== scan.id) return scan
  const before = scan.frames.get(frameId) ?? NOT_YET
  if (event.type === 'content.gone')
    return withFrame(scan, frameId, { ...before, gone: new Set([...before.gone, ...event.vrms]) })
  const { state, progress, plates, dropped, unmarked, unread } = event
  const now = new Set(plates.map(({ vrm }) => vrm))
  // A row under the pointer must not disappear because the page removed its plate.
  const left = before.plates.filter(({ vrm }) => !now.has(vrm))
  return withFrame(scan, frameId, {
    state,
    progress,
    plates: [...plates, ...left],
    gone: new Set(left.map(({ vrm }) => vrm)),
    dropped,
    unmarked,
    unread,
  })
}

/** Ends the scan of a removed frame, which sends no more messages. */
export const endFrame = (scan: PageScan, frameId: number): PageScan => {
  const before = scan.frames.get(frameId)
  return before?.state === 'scanning' ? withFrame(scan, frameId, { ...before, state: 'done' }) : scan
}

const withFrame = (scan: PageScan, frameId: number, frame: FrameScan): PageScan => ({
  ...scan,
  frames: new Map([...scan.frames, [frameId, frame]]),
})

export const unfinishedFrames = ({ frames }: PageScan): number[] =>
  [...frames].flatMap(([frameId, { state }]) => (state === 'scanning' ? [frameId] : []))

export interface ScanSummary {
  state: Found['state']
  /** Share of the page that was read, from 0 to 1. */
  progress: number
  plates: readonly ListedPlate[]
  /** Number of plates that are not listed. */
  dropped: number
  /** True if some occurrences have no mark. */
  isPartlyMarked: boolean
  unread: UnreadParts
}

/** Joins the frames into one list: each plate once, in the order of the page. */
export function scanSummary({ frames }: PageScan): ScanSummary {
  const all = [...frames.values()]
  const plates = new Map<string, ListedPlate>()
  for (const [frameId, { plates: found, gone }] of frames)
    for (const plate of found) {
      const known = plates.get(plate.vrm)
      const isGone = gone.has(plate.vrm)
      if (!known) plates.set(plate.vrm, { ...plate, frameId, gone: isGone })
      else {
        known.count += plate.count
        known.padded &&= plate.padded
        if (known.gone && !isGone) Object.assign(known, { gone: false, frameId })
      }
    }
  const sum = (of: (frame: FrameScan) => number) => all.reduce((total, frame) => total + of(frame), 0)
  const isScanning = all.some(({ state }) => state === 'scanning')
  const isStopped = all.some(({ state }) => state === 'stopped')
  return {
    state: isScanning ? 'scanning' : isStopped ? 'stopped' : 'done',
    progress:
      all.length === 0 ? 1 : sum(({ state, progress }) => (state === 'scanning' ? progress : 1)) / all.length,
    plates: [...plates.values()].slice(0, MAX_BATCH),
    dropped: sum(({ dropped }) => dropped) + Math.max(0, plates.size - MAX_BATCH),
    isPartlyMarked: all.some(({ unmarked }) => unmarked > 0),
    unread: { pdfs: sum(({ unread }) => unread.pdfs), frames: sum(({ unread }) => unread.frames) },
  }
}

export interface RowWords {
  sign: SignKind
  words: string
}

/**
 * Sign and words of a plate of the page.
 * @param isWaiting true if the plate is in the batch and its lookup has not started
 */
export function rowWords(summary: VerdictSummary | undefined, isWaiting: boolean): RowWords {
  if (!summary) return { sign: 'none', words: '' }
  if (summary.pending !== null) return { sign: 'none', words: railText.pending[summary.pending] }
  if (isWaiting) return { sign: 'none', words: railText.pending.queued }
  if (summary.outcome !== null) {
    const { kind, words } = summaryRow(summary)
    return { sign: kind, words }
  }
  return summary.failed === null
    ? { sign: 'none', words: text.notLookedUp }
    : { sign: 'unknown', words: text.failed }
}

/** The list as text to paste into a table: one row per plate, in the order of the page. */
export function resultText(
  plates: readonly Pick<ListedPlate, 'vrm'>[],
  summaries: ReadonlyMap<string, VerdictSummary>,
): string {
  const rows = plates.map(({ vrm }) => {
    const summary = summaries.get(vrm)
    const { words } = rowWords(summary, false)
    return [
      displayPlate(vrm),
      upperFirst(words || text.notLookedUp),
      summary?.outcome != null && summary.checkedAt !== null ? fullDate(summary.checkedAt) : '',
      summary?.vehicle?.name ?? '',
      summary?.vehicle?.firstRegistrationDate ?? '',
    ]
  })
  return [text.columns, ...rows].map((cells) => cells.map(cell).join('\t')).join('\n')
}

/** One cell of a spreadsheet, escaped so that no program reads it as a formula. */
function cell(value: string): string {
  const flat = value.replace(/\s+/g, ' ').trim()
  return /^[=+\-@]/.test(flat) ? `'${flat}` : flat
}
