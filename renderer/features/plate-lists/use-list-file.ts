import { useEffect, useRef, useState } from 'react'
import type { TableColumns } from '#shared/domain/plate-list-columns.ts'
import { recogniseColumns } from '#shared/domain/plate-list-columns.ts'
import { platesInTable } from '#shared/domain/plate-list-table.ts'
import type { DroppedFiles } from '../../design/dropped-files.ts'
import type { ListFile, ListFileProblem, ListSheet } from './list-file.ts'
import { UnreadableList } from './list-file.ts'
import { readListFile } from './read-list-file.ts'

/** A file of sheets, of which one is looked at. */
export interface OpenedTable {
  name: string
  sheets: readonly ListSheet[]
  /** Index of the sheet. */
  at: number
  columns: TableColumns
  /** Its hidden rows are looked up too. */
  withHidden: boolean
}

/** `folder`, `several`: what was dropped is not one file. */
export type OpenProblem = ListFileProblem | 'folder' | 'several'

export type ListFileState =
  | { state: 'none' }
  | { state: 'reading'; name: string }
  | { state: 'failed'; name: string; problem: OpenProblem }
  | { state: 'table'; table: OpenedTable }

/**
 * Reads a file of plates, one at a time.
 * @param onText its text, if it has no sheets
 * @param onOpened its name, once it is read
 */
export function useListFile(onText: (text: string) => void, onOpened: (name: string) => void) {
  const [file, setFile] = useState<ListFileState>({ state: 'none' })
  const reading = useRef<AbortController | null>(null)
  useEffect(() => () => reading.current?.abort(), [])

  const read = async (chosen: File) => {
    reading.current?.abort()
    const abort = new AbortController()
    reading.current = abort
    const { name } = chosen
    setFile({ state: 'reading', name })
    const answer = await readListFile(chosen, abort.signal).catch((error: unknown) => error)
    // Cancelled, or another one was chosen: its answer is nobody's.
    if (abort.signal.aborted) return
    if (answer instanceof UnreadableList) return setFile({ state: 'failed', name, problem: answer.problem })
    const { sheets, text } = answer as ListFile
    onOpened(name)
    if (sheets.length > 0) return setFile({ state: 'table', table: openedTable(name, sheets) })
    setFile({ state: 'none' })
    onText(text)
  }
  return {
    file,
    read: (chosen: File) => void read(chosen),
    close() {
      reading.current?.abort()
      setFile({ state: 'none' })
    },
    /** Files that were dropped. */
    drop({ files, folders }: DroppedFiles) {
      const [first, ...others] = files
      const [folder] = folders
      if (folder !== undefined) setFile({ state: 'failed', name: folder, problem: 'folder' })
      else if (others.length > 0) setFile({ state: 'failed', name: first?.name ?? '', problem: 'several' })
      else if (first) void read(first)
    },
    change: (table: OpenedTable) => setFile({ state: 'table', table }),
  }
}

/** What is looked up of an opened sheet. */
export const platesOf = ({ sheets, at, columns, withHidden }: OpenedTable) =>
  platesInTable(sheets[at]?.rows ?? [], columns, withHidden ? undefined : new Set(sheets[at]?.hiddenRows))

/** The same file with another of its sheets. */
export const withSheet = (table: OpenedTable, at: number): OpenedTable => ({
  ...table,
  at,
  columns: recogniseColumns(table.sheets[at]?.rows ?? []),
})

/** With the sheet that has the most plates of those that are seen. */
function openedTable(name: string, sheets: readonly ListSheet[]): OpenedTable {
  const first = withSheet({ name, sheets, at: 0, columns: recogniseColumns([]), withHidden: false }, 0)
  const tables = sheets.map((_, at) => withSheet(first, at))
  const seen = tables.filter(({ at }) => !sheets[at]?.isHidden)
  const [most] = (seen.length > 0 ? seen : tables)
    .map((table) => ({ table, amount: platesOf(table).plates.length }))
    .toSorted((a, b) => b.amount - a.amount)
  return most?.table ?? first
}
