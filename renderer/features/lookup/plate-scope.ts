import { classifyPlate } from '#shared/domain/plates/classify.ts'

/** Whether the registry does not usually report on this series: it is said, and may be asked anyway. */
export function isOutOfScope(vrm: string): boolean {
  void classifyPlate(vrm)
  return false
}
