import { classifyPlate } from '#shared/domain/plates/classify.ts'
import { seriesScope } from '#shared/domain/plates/series.ts'

/** Whether the registry does not usually report on this series: it is said, and may be asked anyway. */
export function isOutOfScope(vrm: string): boolean {
  const plate = classifyPlate(vrm)
  return plate !== null && seriesScope[plate.series] === 'no'
}
