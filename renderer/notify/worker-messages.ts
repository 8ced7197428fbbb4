/** Messages of the notification worker to a window. */
export type WorkerMessage =
  /** Asks whether the window still works. The window answers on the port of the message. */
  | { notice: 'here?' }
  /** Tells the window in front to open the route of the clicked notification. */
  | { notice: 'clicked'; tag: string }

/** Prefix of the tag in the address of a window that the worker opens. The tag contains no personal data. */
export type ClickedHash = '#aviso='

/**
 * Texts that the worker shows when the core refuses *Hecho*. They are stored with the notification, because the
 * worker has no texts.
 */
export interface NoticeData {
  notDone: Record<'locked' | 'gone' | 'failed', { title: string; body: string }>
}
