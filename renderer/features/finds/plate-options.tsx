import type { RecentLookup } from '#shared/bridge/lookup.ts'
import { classifyPlate, isOldSeries } from '#shared/domain/plates/classify.ts'
import { seriesScope } from '#shared/domain/plates/series.ts'
import { clockOrDate } from '#shared/text/dates.ts'
import { lookupText, oldPlateHint, seriesLabels } from '#shared/text/lookup.ts'
import { Kbd } from '../../design/kbd.tsx'
import { Plate } from '../../design/plate.tsx'
import { Sign, rowSign } from '../../design/sign.tsx'
import { useNow } from '../../replica/use-replica.ts'

/** Name of the plate's series, or a warning about a plate that is rarely what was meant. */
export function aboutPlate(vrm: string): string {
  const plate = classifyPlate(vrm)
  if (!plate) return ''
  const series = seriesLabels[plate.series]
  if (seriesScope[plate.series] === 'no') return `${lookupText.outOfScopeHint} · ${series.toLowerCase()}`
  // References and vehicle models have the same forms as these plates.
  return isOldSeries(plate) && plate.province !== undefined ? oldPlateHint(plate.province) : series
}

export interface PlateOptionProps {
  vrm: string
  /** Words for the action that Enter runs. */
  does: string
  /** Detail of the option. */
  about: string
  selected: boolean
}

/** Content of an option that looks up a plate. */
export function PlateOption({ vrm, does, about, selected }: PlateOptionProps) {
  return (
    <>
      <Plate vrm={vrm} size="s" />
      <b>{does}</b>
      <span className="muted clip">{about}</span>
      {selected && (
        <span className="options__end">
          <Kbd>Enter</Kbd>
        </span>
      )}
    </>
  )
}

/** Content of an option that shows a known plate. */
export function KnownPlateOption({ row }: { row: RecentLookup }) {
  const now = useNow(60_000)
  const { kind, words, more } = rowSign(row)
  return (
    <>
      <Plate vrm={row.vrm} size="s" />
      <Sign kind={kind} />
      <span className="clip" title={more}>
        {words}
      </span>
      <span className="options__end tiny muted">{clockOrDate(row.at, now)}</span>
    </>
  )
}
