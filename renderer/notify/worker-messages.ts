/** What the notification worker says to a window. */
export type WorkerMessage =
  /** Are you an open Ventanilla, or what is left of one? Answered on the port that comes with it. */
  | { notice: 'here?' }
  /** This one was clicked, and you are in front: go to its place. */
  | { notice: 'clicked'; tag: string }

/** Where a click finds its way when no window is left: the tag, which says nothing of anybody, after this. */
export type ClickedHash = '#aviso='
