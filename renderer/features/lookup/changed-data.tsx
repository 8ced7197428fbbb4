import type { PlateReport } from '#shared/bridge/lookup.ts'
import { reducedChanges } from '#shared/domain/reduced-changes.ts'
import { fullDate } from '#shared/text/app-dates.ts'
import { changedDataText } from '#shared/text/watch-mark.ts'

/** What changed in the data of the vehicle from one reduced report to a later one. */
export function ChangedData({ previous, latest }: { previous: PlateReport; latest: PlateReport }) {
  const fields = reducedChanges(previous, latest).filter((change) => change.what === 'field')
  return fields.length > 0 && <>{changedDataText(fullDate(previous.checkedAt), fields)} </>
}
