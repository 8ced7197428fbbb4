import { Dexie, type EntityTable } from 'dexie'
import { useEffect, useRef, useState } from 'react'
import { foldField } from '#shared/domain/client-template.ts'
import { Cell, COLUMNS, ROW_HEIGHT, RowFrame } from './cells.tsx'
import { foundBy, wordsIn } from './found-by.ts'
import { ListView, loadRows, openPage, ready, TableView } from './page.tsx'
import type { PeerRow } from './rows.ts'

const CHUNK = 2_000
/** Rows drawn: those in sight, and some on both sides. */
const WINDOW = 26
const STEP = 6

const db = new Dexie('peer') as Dexie & { rows: EntityTable<PeerRow & { words: string[] }, 'seq'> }
db.version(1).stores({ rows: 'seq, *words' })

/** Fills the database on the first visit; later ones find it there. */
async function fill(): Promise<void> {
  if ((await db.rows.count()) > 0) return
  const rows = await loadRows()
  for (let at = 0; at < rows.length; at += CHUNK)
    await db.rows.bulkAdd(rows.slice(at, at + CHUNK).map((row) => ({ ...row, words: wordsIn(foundBy(row)) })))
}

const started = performance.now()
await fill()
const everything = (await db.rows.orderBy('seq').primaryKeys()).toReversed()

/** Keys of the rows with words that begin with all of those of a query, the last added first. */
async function found(query: string): Promise<number[]> {
  const words = wordsIn(foldField(query))
  if (words.length === 0) return everything
  const byWord = await Promise.all(words.map((word) => db.rows.where('words').startsWith(word).primaryKeys()))
  const [fewest = [], ...others] = byWord.toSorted((a, b) => a.length - b.length)
  const rest = others.map((keys) => new Set(keys))
  // A row has a key for each of its words that begin so.
  return [...new Set(fewest)].filter((key) => rest.every((keys) => keys.has(key))).toSorted((a, b) => b - a)
}

interface Drawn {
  query: string
  keys: readonly number[]
  first: number
  rows: readonly (PeerRow | undefined)[]
}

const drawnFrom = async (query: string, keys: readonly number[], first: number): Promise<Drawn> => {
  const rows = await db.rows.bulkGet(keys.slice(first, first + WINDOW))
  return { query, keys, first, rows }
}

function List() {
  const [query, setQuery] = useState('')
  const [drawn, setDrawn] = useState<Drawn>({ query: '', keys: [], first: 0, rows: [] })
  const [first, setFirst] = useState(0)
  const scroller = useRef<HTMLDivElement>(null)
  const show = useRef<(next: Promise<Drawn>) => void>(() => {})

  useEffect(() => {
    // Of several that are read, the last asked for is shown.
    let last: Promise<Drawn> | null = null
    show.current = (next) => {
      last = next
      void next.then((answer) => {
        if (last === next) setDrawn(answer)
      })
    }
    return () => {
      last = null
    }
  }, [])
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0
    show.current(found(query).then((keys) => drawnFrom(query, keys, 0)))
  }, [query])
  useEffect(() => {
    // What is still being searched for begins at its top.
    if (drawn.query !== query || first === drawn.first) return
    show.current(drawnFrom(drawn.query, drawn.keys, first))
  }, [query, first, drawn])

  return (
    <ListView query={query} onQuery={setQuery} answered={drawn.query} total={drawn.keys.length}>
      <TableView
        scroller={scroller}
        height={drawn.keys.length * ROW_HEIGHT}
        onScroll={(top) => setFirst(Math.max(0, Math.floor(top / ROW_HEIGHT / STEP) * STEP - STEP))}
      >
        {drawn.rows.map(
          (row, at) =>
            row && (
              <RowFrame key={row.seq} row={row} index={drawn.first + at}>
                {COLUMNS.map((column) => (
                  <Cell key={column} column={column} row={row} />
                ))}
              </RowFrame>
            ),
        )}
      </TableView>
    </ListView>
  )
}

openPage(List)
ready(performance.now() - started)
