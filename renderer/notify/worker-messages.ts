/** Messages of the notification worker to a window. */
export type WorkerMessage =
  /** Asks if the window still works. Answered on the port sent with it. */
  | { notice: 'here?' }
  /** The window is in front: it opens the route of the clicked notification. */
  | { notice: 'clicked'; tag: string }

/** Address prefix of the clicked tag when a window must be opened; the tag holds no personal data. */
export type ClickedHash = '#aviso='

/** What the worker says when *Hecho* was refused, kept with the notification: the worker has no texts of its own. */
export interface NoticeData {
  notDone: Record<'locked' | 'gone' | 'failed', { title: string; body: string }>
}
