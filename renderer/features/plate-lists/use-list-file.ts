import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type PlateList, MAX_COLUMNS, MAX_LINE_TEXT, MAX_LIST_NAME } from '#shared/domain/plate-list.ts'
import { newPlateListText } from '#shared/text/plate-lists.ts'
import type { ListTable } from '#shared/bridge/plate-lists.ts'
import type { DroppedFiles } from '../../design/dropped-files.ts'
import { useClient } from '../../replica/client.ts'
import type { Bridge } from '../../bridge.ts'
import {
  type ListFile,
  type ListFileProblem,
  type ListSheet,
  type UnreadPart,
  MAX_ROWS,
  UnreadableList,
} from './list-file.ts'
import { type OpenedTable, openTable, findPlates } from './opened-table.ts'
import { readListFile } from './read-list-file.ts'

/** `folder`, `several`: what was dropped is not one file. */
type OpenProblem = ListFileProblem | 'folder' | 'several'

export type ListFileState =
  | { state: 'none' }
  /** `done`: part of it, from 0 to 1; null while that is not known. */
  | { state: 'reading'; name: string; done: number | null }
  /** `name` is empty for several files. */
  | { state: 'failed'; name: string; problem: OpenProblem }
  | { state: 'table'; table: OpenedTable }
  /** A text that is too long to be shown. */
  | { state: 'text'; name: string; plates: PlateList; unread: readonly UnreadPart[] }
  /** Its text is in the area of the list; some parts of it were not read. */
  | { state: 'part'; name: string; unread: readonly UnreadPart[] }

/**
 * Reads a file of plates, one at a time.
 * @param onText its text, if it has no sheets
 * @param onOpened its name, once it is read
 * @param nameOf name of the list that a file is read for
 */
export function useListFile(
  onText: (text: string) => void,
  onOpened: (name: string) => void,
  nameOf: (file: string) => string,
) {
  const { bridge } = useClient()
  const [file, setFile] = useState<ListFileState>({ state: 'none' })
  const reading = useRef<AbortController | null>(null)
  /** Table on screen: a proposal for another one comes too late. */
  const latest = useRef<OpenedTable | null>(null)
  useLayoutEffect(() => {
    latest.current = file.state === 'table' ? file.table : null
  })
  useEffect(() => () => reading.current?.abort(), [])

  const readFile = async (chosen: File) => {
    reading.current?.abort()
    const abort = new AbortController()
    reading.current = abort
    const { name } = chosen
    setFile({ state: 'reading', name, done: null })
    const answer = await readListFile(chosen, abort.signal, (done) => {
      if (!abort.signal.aborted) setFile({ state: 'reading', name, done })
    }).catch((error: unknown) => error)
    // Cancelled, or another file was chosen: the answer is dropped.
    if (abort.signal.aborted) return
    if (answer instanceof UnreadableList) return setFile({ state: 'failed', name, problem: answer.problem })
    const read = answer as ListFile
    const opened = await openedFile(name, read, abort.signal)
    const shown =
      opened?.state === 'table'
        ? { ...opened, table: await asLastTime(bridge, opened.table, nameOf(name), abort.signal) }
        : opened
    if (shown === null || abort.signal.aborted) return
    onOpened(name)
    setFile(shown)
    // Without any text of its own, the file leaves the area as it is.
    if (shown.state === 'none' || (shown.state === 'part' && read.text.trim() !== '')) onText(read.text)
  }
  return {
    file,
    read: (chosen: File) => void readFile(chosen),
    close() {
      reading.current?.abort()
      setFile({ state: 'none' })
    },
    /** Files that were dropped. */
    drop({ files, folders }: DroppedFiles) {
      const [first, ...others] = files
      const [folder] = folders
      // The last drop counts: a late answer must not replace its words.
      reading.current?.abort()
      if (folder !== undefined) setFile({ state: 'failed', name: folder, problem: 'folder' })
      else if (others.length > 0) setFile({ state: 'failed', name: '', problem: 'several' })
      else if (first) void readFile(first)
    },
    /** @param onProposed its columns become those of the last time, after all */
    change(table: OpenedTable, onProposed: () => void) {
      const isOther = file.state !== 'table' || file.table.at !== table.at
      setFile({ state: 'table', table })
      if (!isOther) return
      const signal = reading.current?.signal ?? new AbortController().signal
      void asLastTime(bridge, table, nameOf(table.name), signal).then((proposed) => {
        if (proposed === table || latest.current !== table) return
        onProposed()
        setFile({ state: 'table', table: proposed })
      })
    },
  }
}

/**
 * State of a file that was read, with the columns of its own sheets. Its text is for the area of the list.
 * `null` once the signal has ended it.
 */
export async function openedFile(
  name: string,
  { sheets, text, plates, unread }: ListFile,
  signal: AbortSignal,
): Promise<ListFileState | null> {
  if (sheets.length > 0) {
    const table = await openTable(name, withMailText(sheets, text), unread, signal)
    return table && { state: 'table', table }
  }
  if (plates) return { state: 'text', name, plates, unread }
  return unread.length > 0 ? { state: 'part', name, unread } : { state: 'none' }
}

/** The text of a mail with attached lists is one more sheet of them: it may have plates of its own. */
function withMailText(sheets: readonly ListSheet[], text: string): readonly ListSheet[] {
  if (text.trim() === '') return sheets
  const rows = text.split(/\r\n?|\n/, MAX_ROWS).map((line) => (line.trim() === '' ? [] : [line.trim()]))
  const sheet = { name: newPlateListText.mailText, isHidden: false, rows }
  return [...sheets, { ...sheet, hiddenRows: [], hiddenColumns: [], farCells: [] }]
}

/** How a table was read, to be known again by its row of names; `null` if it has none. */
export function listTableOf({ sheets, at, columns }: OpenedTable): ListTable | null {
  const { header, plate, alsoPlates, note } = columns
  const names = header === null ? [] : (sheets[at]?.rows[header] ?? [])
  if (names.length === 0 || names.length > MAX_COLUMNS) return null
  return {
    headings: names.map((name) => name.slice(0, MAX_LINE_TEXT)),
    plate,
    alsoPlates: [...alsoPlates],
    note: [...note],
  }
}

/**
 * The same table with the columns of the last list that had its names, if they still have plates. It is only a proposal:
 * without an answer the table is as recognised.
 * @param name of the list that is being made
 */
async function asLastTime(
  bridge: Bridge,
  table: OpenedTable,
  name: string,
  signal: AbortSignal,
): Promise<OpenedTable> {
  const read = listTableOf(table)
  if (!read) return table
  const answer = await bridge.call('plate-lists.columns', {
    headings: read.headings,
    name: name.slice(0, MAX_LIST_NAME),
  })
  if (!answer.ok || !answer.value.known) return table
  const { columns, of } = answer.value.known
  const proposed = { ...table, columns: { ...table.columns, ...columns }, lastTime: of }
  const plates = await findPlates(proposed, signal)
  return plates && plates.plates.length > 0 ? proposed : table
}
