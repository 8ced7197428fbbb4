import type { SignKind } from '#renderer/design/sign-shapes.ts'

/**
 * Messages between the background and the content script of each frame, through `chrome.runtime`. A page has no way to
 * send them: it is not the extension, which `sender.id` says. Types and small guards only: the content script carries no
 * schema library.
 *
 * The content script is injected on demand in every frame that may be read (`CONTENT_FILE`, `allFrames`), and injecting
 * it again leaves the first one in place. Each frame answers for itself: `sender.frameId` says which one.
 */

/** The script to inject with `chrome.scripting.executeScript`. */
export const CONTENT_FILE = 'content.js'

/** Drawing of a plate in the page: its sign and its word, in Spanish. Without one, a plate has the dashed circle. */
export interface PlateMark {
  vrm: string
  sign: SignKind
  word: string
}

/** A plate of the page. */
export interface FoundPlate {
  vrm: string
  /** Times that it is in the frame. */
  count: number
  /** Zeros were added to reach the four digits of a provincial plate: the user has to check it. */
  padded: boolean
}

/** Parts of the page that cannot be read, and how many of each. */
export interface UnreadParts {
  /** PDF views: the whole page or part of it. The browser shows them outside the page's text. */
  pdfs: number
  /** Frames of another site: there is no permission for them. */
  frames: number
}

/** To the content script, with `chrome.tabs.sendMessage`. */
export type ContentRequest =
  /** Looks for plates. A scan that runs is stopped first. `found` tells how it goes. */
  | { type: 'content.scan'; scan: string }
  /** Ends the scan with the plates found so far. */
  | { type: 'content.stop' }
  /** Draws or changes the marks of these plates of the last scan. Plates that are not in this frame are ignored. */
  | { type: 'content.verdicts'; rows: readonly PlateMark[] }
  /** Removes every mark, and stops the scan. The page is left as it was. */
  | { type: 'content.clear' }
  /** Scrolls to a plate and points at it. Again: to its next occurrence. */
  | { type: 'content.reveal'; vrm: string }
  /** Asks for the selected text. */
  | { type: 'content.selection' }

/** Answer of each request; those that are not here answer nothing. */
export interface ContentAnswers {
  'content.reveal': { revealed: boolean }
  /** Of the focused field, else of the page: `''` without any, in a password, or when the focus is in a frame inside. */
  'content.selection': { text: string }
}

/** From the content script, with `chrome.runtime.sendMessage`. Nothing in it comes from anything but the page's text. */
export type ContentEvent =
  | {
      type: 'content.found'
      scan: string
      state: 'scanning' | 'done' | 'stopped'
      /** Share of the frame that was read, from 0 to 1. */
      progress: number
      /** Every plate found so far, in the order of the page, so that the last event is enough; at most `MAX_BATCH`. */
      plates: readonly FoundPlate[]
      /** Different plates beyond `MAX_BATCH`, which are not listed. */
      dropped: number
      /** Places of plates beyond those that are marked. */
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

/** Both ends are of the same package, so the type alone tells its fields. */
export const isContentEvent = (message: unknown): message is ContentEvent => EVENTS.includes(typeOf(message))

export const isContentRequest = (message: unknown): message is ContentRequest =>
  REQUESTS.includes(typeOf(message))

function typeOf(message: unknown): string {
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : ''
  return typeof type === 'string' ? type : ''
}
