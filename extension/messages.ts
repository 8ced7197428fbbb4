import type { SignKind } from '#renderer/design/sign-shapes.ts'

/**
 * Messages between the background or panel and the content script of each frame, through `chrome.runtime`. A page
 * cannot send them: receivers check `sender.id`. This module has only types and small guards, so that the content
 * script includes no schema library.
 *
 * The content script is injected on demand in every readable frame (`CONTENT_FILE`, `allFrames`). A second injection
 * leaves the first one in place. Each frame answers for itself: `sender.frameId` identifies the frame.
 */

/** Script to inject with `chrome.scripting.executeScript`. */
export const CONTENT_FILE = 'content.js'

/**
 * Mark of a plate in the page: its sign, and its word in Spanish. A plate without a verdict has the dashed circle.
 */
export interface PlateMark {
  vrm: string
  sign: SignKind
  word: string
}

/** A plate of the page. */
export interface FoundPlate {
  vrm: string
  /** Number of occurrences in the frame. */
  count: number
  /** True if zeros were added to reach the four digits of a provincial plate. The user has to check such a plate. */
  padded: boolean
}

/** Numbers of parts of the page that cannot be read. */
export interface UnreadParts {
  /** PDF views: the whole page or part of it. The browser shows them outside the page's text. */
  pdfs: number
  /** Frames of another site, for which the extension has no permission. */
  frames: number
}

/** Requests to the content script, with `chrome.tabs.sendMessage`. */
export type ContentRequest =
  /** Searches the frame for plates. Stops a running scan first. `content.found` reports the progress. */
  | { type: 'content.scan'; scan: string }
  /** Ends the scan with the plates found so far. */
  | { type: 'content.stop' }
  /** Draws or changes the marks of these plates of the last scan. Plates that are not in this frame are ignored. */
  | { type: 'content.verdicts'; rows: readonly PlateMark[] }
  /** Removes every mark, and stops the scan. The page is left as it was. */
  | { type: 'content.clear' }
  /** Scrolls to a plate and points at it. A repeated request goes to the next occurrence. */
  | { type: 'content.reveal'; vrm: string }
  /** Asks for the selected text. */
  | { type: 'content.selection' }

/** Answers by request. A request that is not listed has no answer. */
export interface ContentAnswers {
  'content.reveal': { revealed: boolean }
  /**
   * Text selected in the focused field, or else in the page. `''` without a selection, in a password, or if the focus
   * is in an inner frame.
   */
  'content.selection': { text: string }
}

/** Events from the content script, with `chrome.runtime.sendMessage`. All their data come from the page's text. */
export type ContentEvent =
  | {
      type: 'content.found'
      scan: string
      state: 'scanning' | 'done' | 'stopped'
      /** Share of the frame that was read, from 0 to 1. */
      progress: number
      /**
       * Every plate found so far, in the order of the page, at most `MAX_BATCH`. The last event is therefore enough.
       */
      plates: readonly FoundPlate[]
      /** Different plates beyond `MAX_BATCH`, which are not listed. */
      dropped: number
      /** Number of occurrences without a mark. */
      unmarked: number
      unread: UnreadParts
    }
  /** These plates are no longer in the frame. */
  | { type: 'content.gone'; scan: string; vrms: readonly string[] }
  /** The user pressed a mark. */
  | { type: 'content.pressed'; scan: string; vrm: string }

const EVENTS: readonly string[] = ['content.found', 'content.gone', 'content.pressed']
const REQUESTS: readonly string[] = [
  'content.scan',
  'content.stop',
  'content.verdicts',
  'content.clear',
  'content.reveal',
  'content.selection',
]

/** Checks only the type: both ends are in the same package. */
export const isContentEvent = (message: unknown): message is ContentEvent => EVENTS.includes(typeOf(message))

export const isContentRequest = (message: unknown): message is ContentRequest =>
  REQUESTS.includes(typeOf(message))

function typeOf(message: unknown): string {
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : ''
  return typeof type === 'string' ? type : ''
}
