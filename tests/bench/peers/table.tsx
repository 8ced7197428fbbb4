import { renderToStaticMarkup } from 'react-dom/server'
import { loadRows, ListView, Row, ROW_HEIGHT, TableView } from './list.tsx'
import type { PeerRow } from './serve.ts'

/** Rows that the list draws first at 1280 × 800. */
const SHOWN = 14

/** The markup is ready before any key is pressed: only the browser's work is left for the keys. */
function markup(rows: readonly PeerRow[]): string {
  return renderToStaticMarkup(
    <ListView query="" onQuery={() => {}} answered="" total={rows.length}>
      <TableView height={rows.length * ROW_HEIGHT}>
        {rows.map((row, index) => (
          <Row key={row.seq} row={row} index={index} />
        ))}
      </TableView>
    </ListView>,
  )
}
const bodyMarkup = (list: string) =>
  new DOMParser().parseFromString(list, 'text/html').querySelector('.data-table__body')?.innerHTML ?? ''

const rows = await loadRows()
const first = markup(rows.slice(0, SHOWN))
const others = bodyMarkup(markup(rows.slice(SHOWN, 2 * SHOWN)))
const root = document.getElementById('root')

/** `2` shows the list, `3` the other rows in it, `1` nothing. */
addEventListener('keydown', ({ key }) => {
  if (!root) return
  if (key === '1') root.replaceChildren()
  if (key === '2') root.innerHTML = first
  const body = root.querySelector('.data-table__body')
  if (key === '3' && body) body.innerHTML = others
})
document.body.dataset['ready'] = '0'
