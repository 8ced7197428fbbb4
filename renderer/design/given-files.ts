import { topDialog } from './top-dialog.ts'

/**
 * Files that the window itself gives to the place that takes documents. A browser keeps only texts of what is dragged
 * within a page, so the file waits here while it is dragged.
 */

/** Type of a drag of such a file. */
export const GIVEN_TYPE = 'application/x-ventanilla-document'

export type Taker = (files: readonly File[]) => void

let takers: readonly Taker[] = []
let dragged: File | null = null

/** Adds a place that takes files, until the returned function is called. */
export function takeGiven(taker: Taker): () => void {
  takers = [...takers, taker]
  return () => {
    takers = takers.filter((one) => one !== taker)
  }
}

/** Gives files to the newest place that takes them. False if there is none, or a dialog is over it. */
export function giveFiles(files: readonly File[]): boolean {
  const taker = takers.at(-1)
  if (!taker || topDialog()) return false
  taker(files)
  return true
}

/** Call it in `dragstart`, and `endDragging` in `dragend`. */
export function startDragging(data: DataTransfer, file: File) {
  dragged = file
  data.effectAllowed = 'copy'
  data.setData(GIVEN_TYPE, file.name)
}

export const endDragging = () => {
  dragged = null
}

export const draggedFile = () => dragged
