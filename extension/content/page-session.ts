import type { ContentEvent, ContentRequest } from '../messages.ts'
import { createMarks } from './marks.ts'
import { emptyScan, type PageScan, scanPage, type ScanResult } from './scan-page.ts'

/** Shortest interval between two progress events, in ms. */
const TELL_MS = 150

export interface PageSession {
  /** Returns the answer, or `undefined` for requests without an answer. */
  handle: (request: ContentRequest) => unknown
  /** Removes everything that the extension added to the page. */
  end: () => void
}

/** Runs the extension in one frame: one scan at a time, and the marks of the last scan. */
export function createPageSession(document: Document, tell: (event: ContentEvent) => void): PageSession {
  let current = ''
  let stop: () => void = () => undefined
  const marks = createMarks(document, {
    onPressed: (vrm) => tell({ type: 'content.pressed', scan: current, vrm }),
    onGone: (vrms) => tell({ type: 'content.gone', scan: current, vrms }),
  })

  function scan(id: string): void {
    end()
    current = id
    const found = emptyScan()
    let stopped = false
    let marked = 0
    let toldAt = performance.now()
    const mark = () => {
      if (found.occurrences.length > marked) marks.add(found.occurrences.slice(marked), found.shadows)
      marked = found.occurrences.length
    }
    stop = () => (stopped = true)
    const onProgress = () => {
      if (performance.now() - toldAt < TELL_MS || current !== id) return
      toldAt = performance.now()
      mark()
      tell(foundEvent(id, 'scanning', found))
    }
    const onEnd = ({ finished }: ScanResult) => {
      if (current !== id) return
      mark()
      tell(foundEvent(id, finished ? 'done' : 'stopped', found))
    }
    void scanPage(document, found, { isStopped: () => stopped, onProgress, isOurs: marks.isOurs }).then(onEnd)
  }

  function end(): void {
    stop()
    stop = () => undefined
    current = ''
    marks.clear()
  }

  return {
    handle: (request) => {
      if (request.type === 'content.scan') scan(request.scan)
      else if (request.type === 'content.stop') stop()
      else if (request.type === 'content.verdicts') marks.setVerdicts(request.rows)
      else if (request.type === 'content.clear') end()
      else if (request.type === 'content.reveal') return { revealed: marks.reveal(request.vrm) }
      else return { text: selectedText(document) }
      return undefined
    },
    end,
  }
}

function foundEvent(scan: string, state: 'scanning' | 'done' | 'stopped', found: PageScan): ContentEvent {
  return {
    type: 'content.found',
    scan,
    state,
    progress: found.progress,
    plates: [...found.plates.values()],
    dropped: found.dropped.size,
    unmarked: found.unmarked,
    unread: found.unread,
  }
}

/**
 * Longest selection, in characters. A list of plates is far shorter. A whole document is not a selection to look up.
 */
const MAX_TEXT = 20_000

/** Text selected in the focused field, or else in the page. A password is never read. */
function selectedText(document: Document): string {
  const focused = focusedElement(document)
  // The content script in that frame answers.
  if (focused && /^i?frame$/.test(focused.localName)) return ''
  const inField = focused && selectionOf(focused)
  const selected =
    inField ?? (focused && shadowSelection(focused)) ?? document.getSelection()?.toString() ?? ''
  return selected.slice(0, MAX_TEXT).trim()
}

function focusedElement(document: Document): Element | null {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element
}

function selectionOf(element: Element): string | null {
  if (element.localName === 'input' && (element as HTMLInputElement).type === 'password') return ''
  if (element.localName !== 'input' && element.localName !== 'textarea') return null
  const { selectionStart, selectionEnd, value } = element as HTMLInputElement
  // Some fields, such as numbers, do not expose their selection.
  if (typeof selectionStart !== 'number' || typeof selectionEnd !== 'number') return null
  return selectionStart === selectionEnd ? null : value.slice(selectionStart, selectionEnd)
}

/** Text selected in a shadow root, which Chromium exposes on the root. */
function shadowSelection(element: Element): string | null {
  const root = element.getRootNode() as ShadowRoot & { getSelection?: () => Selection | null }
  const text = root.nodeType === 11 ? root.getSelection?.()?.toString() : undefined
  return text === undefined || text === '' ? null : text
}
