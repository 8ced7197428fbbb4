import type { WatchRow } from '#shared/bridge/watches.ts'
import { vehicleName } from '#shared/domain/vehicle-name.ts'
import { fullDate } from '#shared/text/app-dates.ts'
import { watchesText as text } from '#shared/text/app-watches.ts'
import { dayWords, watchChangeWords, watchDaysWords } from '#shared/text/watch-words.ts'
import { Plate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { rowSign } from '../../design/verdict-sign.ts'
import { FAILED_DAYS } from '#shared/domain/watch-days.ts'

export const watchColumns = Object.values(text.columns)

/** Cells of a watched plate. */
export const watchCells = (row: WatchRow) => <Cells row={row} />

function Cells({ row }: { row: WatchRow }) {
  const { vrm, outcome, since, note, until, nextDay, state } = row
  const { kind, words, more } =
    outcome === null
      ? { kind: 'none' as const, words: text.none, more: undefined }
      : rowSign({ ...row, pending: null })
  const vehicle = vehicleName(row)
  const last = changeOf(row)
  return (
    <>
      <span role="gridcell" className="watches__verdict">
        <Sign kind={kind} />
        <span className="clip" title={more ?? words}>
          {words}
        </span>
      </span>
      <span role="gridcell">
        <Plate vrm={vrm} size="s" />
      </span>
      <span role="gridcell" className={last.isNew ? 'clip' : 'clip second'} title={last.title}>
        {last.words}
      </span>
      <span role="gridcell" className="clip second" title={vehicle}>
        {vehicle}
      </span>
      <span role="gridcell" className="second figures">
        {since !== null && fullDate(since)}
      </span>
      <span role="gridcell" className="second figures clip" title={watchDaysWords(row.days)}>
        {state === 'ended' ? text.ended : nextDay !== null && dayWords(nextDay)}
      </span>
      <span role="gridcell" className="second figures">
        {dayWords(until)}
      </span>
      <span role="gridcell" className="clip" title={note}>
        {note}
      </span>
    </>
  )
}

/** What changed last, or that it is not answered. */
function changeOf({ change, failures }: WatchRow): { words: string; title: string; isNew: boolean } {
  if (failures >= FAILED_DAYS) {
    const words = text.unanswered(failures)
    return { words, title: words, isNew: true }
  }
  if (!change) return { words: text.noChange, title: text.noChange, isNew: false }
  const { fact, next } = watchChangeWords(change.detail)
  return { words: `${fact} · ${fullDate(change.at)}`, title: `${fact}. ${next}`, isNew: true }
}
