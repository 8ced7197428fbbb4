import type { PlateReport } from '#shared/bridge/lookup.ts'
import { fullDate, clock } from '#shared/text/app-dates.ts'
import { historyText as text } from '#shared/text/app-history.ts'
import { verdictText } from '#shared/text/app-lookup.ts'
import { reportWords } from '#shared/text/verdict-words.ts'
import { DataTable } from '../../design/data-table.tsx'
import { Plate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { showPlate } from '../lookup/lookup-actions.ts'
import { reportSign } from '../lookup/verdict-sign.ts'
import './history-list.css'

const COLUMNS = Object.values(text.columns)

export interface HistoryListProps {
  rows: readonly PlateReport[]
  hasMore: boolean
  onEnd: () => void
}

/** Every report that this PC had, of both kinds, newest first. */
export function HistoryList({ rows, hasMore, onEnd }: HistoryListProps) {
  const settings = useSlice('settings')
  return (
    <DataTable
      className="history-list"
      label={text.list}
      columns={COLUMNS}
      rows={rows}
      rowKey={({ reportId }) => reportId}
      renderCells={(row) => <Cells row={row} />}
      density={settings?.density ?? 'comfortable'}
      letters={settings?.singleKeys !== false}
      hasMore={hasMore}
      onEnd={onEnd}
      onOpen={({ vrm }) => showPlate(vrm)}
    />
  )
}

function Cells({ row }: { row: PlateReport }) {
  const { brand, model, vin } = row.vehicle ?? {}
  const car = [brand, model].filter(Boolean).join(' ')
  const words = reportWords(row).title
  return (
    <>
      <span role="gridcell">
        <Plate vrm={row.vrm} size="s" />
      </span>
      <span role="gridcell" className="history-list__verdict">
        <Sign kind={reportSign(row)} />
        <span className="clip" title={words}>
          {words}
        </span>
      </span>
      <span role="gridcell" className="second">
        {text.kinds[row.kind]}
      </span>
      <span role="gridcell" className={car ? 'clip' : 'clip muted'} title={car}>
        {car || verdictText.missing}
      </span>
      <span role="gridcell" className="second figures">
        {vin?.slice(-6)}
      </span>
      <span role="gridcell" className="second figures">
        {fullDate(row.checkedAt)} {clock(row.checkedAt)}
      </span>
    </>
  )
}
