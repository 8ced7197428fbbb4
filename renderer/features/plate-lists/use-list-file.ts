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

/** `folder`, `several`: the user dropped something other than one file. */
type OpenProblem = ListFileProblem | 'folder' | 'several'

export type ListFileState =
  | { state: 'none' }
  /** `done`: share that is read, from 0 to 1; null while unknown. */
  | { state: 'reading'; name: string; done: number | null }
  /** `name` is empty for several files. */
  | { state: 'failed'; name: string; problem: OpenProblem }
  | { state: 'table'; table: OpenedTable }
  /** The text is too long to be shown. */
  | { state: 'text'; name: string; plates: PlateList; unread: readonly UnreadPart[] }
  /** The text of the file is in the text area of the list. Some parts of the file were not read. */
  | { state: 'part'; name: string; unread: readonly UnreadPart[] }

/**
 * Reads a file of plates, one at a time.
 * @param onText called with the text of the file, if the file has no sheets
 * @param onOpened called with the name of the file once it is read
 * @param nameOf returns the name of the list for which a file is read
 */
export function useListFile(
  onText: (text: string) => void,
  onOpened: (name: string) => void,
  nameOf: (file: string) => string,
) {
  const { bridge } = useClient()
  const [file, setFile] = useState<ListFileState>({ state: 'none' })
  const reading = useRef<AbortController | null>(null)
  /** Table on screen. A proposal for another table comes too late and is dropped. */
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
    // The user cancelled, or chose another file: the answer is dropped.
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
    // The text area stays unchanged if the file has no text of its own.
    if (shown.state === 'none' || (shown.state === 'part' && read.text.trim() !== '')) onText(read.text)
  }
  return {
    file,
    read: (chosen: File) => void readFile(chosen),
    close() {
      reading.current?.abort()
      setFile({ state: 'none' })
    },
    /** Handles files that the user dropped. */
    drop({ files, folders }: DroppedFiles) {
      const [first, ...others] = files
      const [folder] = folders
      // Only the last drop counts: a late answer must not replace its message.
      reading.current?.abort()
      if (folder !== undefined) setFile({ state: 'failed', name: folder, problem: 'folder' })
      else if (others.length > 0) setFile({ state: 'failed', name: '', problem: 'several' })
      else if (first) void readFile(first)
    },
    /**
     * Replaces the table. For another sheet, the columns of an earlier list may then be proposed.
     * @param onProposed called when the proposed columns are used
     */
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
 * State of a file that was read, with the columns recognised in its sheets. The caller puts the text of the file in
 * the text area.
 * @returns `null` if the signal has aborted
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

/** Adds the text of a mail as one more sheet beside its attached lists: the text may have plates of its own. */
function withMailText(sheets: readonly ListSheet[], text: string): readonly ListSheet[] {
  if (text.trim() === '') return sheets
  const rows = text.split(/\r\n?|\n/, MAX_ROWS).map((line) => (line.trim() === '' ? [] : [line.trim()]))
  const sheet = { name: newPlateListText.mailText, isHidden: false, rows }
  return [...sheets, { ...sheet, hiddenRows: [], hiddenColumns: [], farCells: [] }]
}

/**
 * Describes how a table was read, so that its row of names is recognised later. `null` if the table has no such row.
 */
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
 * Proposes the columns of the last list that had the same column names, if they still contain plates. Without an
 * answer, the recognised columns stay.
 * @param name name of the list that is being made
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
