import { Dexie, type EntityTable } from 'dexie'
import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { foldField } from '#shared/domain/client-messages.ts'
import { ListView, loadRows, Row, ROW_HEIGHT, TableView } from './list.tsx'
import type { PeerRow } from './serve.ts'

/** Fields that no search finds. */
const NOT_SEARCHED: ReadonlySet<string> = new Set<keyof PeerRow>([
  'id',
  'seq',
  'status',
  'incidents',
  'incident',
  'since',
])
const CHUNK = 2_000
/** Drawn rows: the visible ones, and some on both sides. */
const WINDOW = 26
const STEP = 6

const db = new Dexie('peer') as Dexie & { rows: EntityTable<PeerRow & { words: string[] }, 'seq'> }
db.version(1).stores({ rows: 'seq, *words' })

/** Words of a text without accents or capitals, each once. */
const wordsIn = (text: string): string[] => [
  ...new Set(
    foldField(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean),
  ),
]

const searchedText = (row: PeerRow): string =>
  Object.entries(row)
    .filter(([name]) => !NOT_SEARCHED.has(name))
    .map(([, words]) => words)
    .join('\n')

/** Fills the database on the first visit. Later visits find it filled. */
async function fill(): Promise<void> {
  if ((await db.rows.count()) > 0) return
  const rows = await loadRows()
  for (let at = 0; at < rows.length; at += CHUNK)
    await db.rows.bulkAdd(
      rows.slice(at, at + CHUNK).map((row) => ({ ...row, words: wordsIn(searchedText(row)) })),
    )
}

const started = performance.now()
await fill()
const everything = (await db.rows.orderBy('seq').primaryKeys()).toReversed()

/** Keys of the rows that have, for each word of a query, a word with that beginning. Newest first. */
async function findKeys(query: string): Promise<number[]> {
  const words = wordsIn(query)
  if (words.length === 0) return everything
  const byWord = await Promise.all(words.map((word) => db.rows.where('words').startsWith(word).primaryKeys()))
  const [fewest = [], ...others] = byWord.toSorted((a, b) => a.length - b.length)
  const rest = others.map((keys) => new Set(keys))
  // A row has a key for each matching word.
  return [...new Set(fewest)].filter((key) => rest.every((keys) => keys.has(key))).toSorted((a, b) => b - a)
}

interface Drawn {
  query: string
  keys: readonly number[]
  first: number
  rows: readonly (PeerRow | undefined)[]
}

const readRows = async (query: string, keys: readonly number[], first: number): Promise<Drawn> => {
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
    // Only the answer of the last request is shown.
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
    show.current(findKeys(query).then((keys) => readRows(query, keys, 0)))
  }, [query])
  useEffect(() => {
    // A new search begins at its top.
    if (drawn.query !== query || first === drawn.first) return
    show.current(readRows(drawn.query, drawn.keys, first))
  }, [query, first, drawn])

  return (
    <ListView query={query} onQuery={setQuery} answered={drawn.query} total={drawn.keys.length}>
      <TableView
        scroller={scroller}
        height={drawn.keys.length * ROW_HEIGHT}
        onScroll={(top) => setFirst(Math.max(0, Math.floor(top / ROW_HEIGHT / STEP) * STEP - STEP))}
      >
        {drawn.rows.map((row, at) => row && <Row key={row.seq} row={row} index={drawn.first + at} />)}
      </TableView>
    </ListView>
  )
}

/** Ctrl+2 shows the list. Ctrl+1 leaves it for an empty view. */
function Page() {
  const [isOpen, setIsOpen] = useState(true)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!event.ctrlKey || !['1', '2'].includes(event.key)) return
      event.preventDefault()
      setIsOpen(event.key === '2')
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
  return isOpen ? <List /> : <h1 id="empty">Ventanilla</h1>
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Page />)
// The bench begins its searches now.
document.body.dataset['ready'] = String(Math.round(performance.now() - started))
