import { classifyPlate } from '#shared/domain/plates/classify.ts'
import { seriesScope } from '#shared/domain/plates/series.ts'

/** True if the registry does not usually report on this series: shown as a note; it may be looked up anyway. */
export function isOutOfScope(vrm: string): boolean {
  const plate = classifyPlate(vrm)
  return plate !== null && seriesScope[plate.series] === 'no'
}
