import type { PlateReport } from '#shared/bridge/lookup.ts'
import { fullDate, clock } from '#shared/text/dates.ts'
import { historyText as text } from '#shared/text/lookup-lists.ts'
import { verdictText } from '#shared/text/verdict.ts'
import { reportWords } from '#shared/text/lookup.ts'
import { vehicleName } from '#shared/domain/vehicle-name.ts'
import { Plate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { reportSign } from '../../design/verdict-sign.ts'
import '../plate-lists/plate-lists.css'

export const historyColumns = Object.values(text.columns)

/** Cells of a report. */
export const historyCells = (row: PlateReport) => <Cells row={row} />

function Cells({ row }: { row: PlateReport }) {
  const { vin } = row.vehicle ?? {}
  const car = vehicleName(row.vehicle)
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
