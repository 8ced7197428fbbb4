import {
  classifyPlate,
  type Plate as PlateFacts,
  displayPlate,
  spellPlate,
} from '#shared/domain/plates/classify.ts'
import { plateWords } from '#shared/text/app.ts'
import { shortVin } from '#shared/text/grammar.ts'
import './plate.css'

type Series = PlateFacts['series']

/** Style of the plates of each series. Other plates are plain white. */
const LOOKS: Partial<Record<Series, string>> = {
  provincial: 'provincial',
  'historic-provincial': 'provincial',
  'pre-1971': 'pre-1971',
  moped: 'moped',
  trailer: 'trailer',
  'provincial-trailer': 'trailer',
  special: 'special',
  'provincial-special': 'special',
  temporary: 'temporary',
  'trade-unregistered': 'trade',
  'trade-registered': 'trade',
}

/** Series with the European band. Provincial, official and diplomatic plates have no band. */
const BANDED: ReadonlySet<Series> = new Set([
  'ordinary',
  'moped',
  'trailer',
  'special',
  'historic',
  'tourist',
  'temporary',
  'trade-unregistered',
  'trade-registered',
])

/** Wide letters, which are narrowed as on a real plate. */
const WIDE = /[MW]/

/** Widths in em of a glyph's cell and of the space between groups (plate.css). */
const CELL = 0.545
const BETWEEN = 0.3
const ROOM = 4.4

export interface PlateProps {
  vrm: string
  /** Heights: 20 px in rows, 28 in headers, 40 in panels, 52 in the verdict. */
  size: 's' | 'm' | 'l' | 'xl'
}

/** Registration plate. A selection or copy of it gives the compact form. */
export function Plate({ vrm, size }: PlateProps) {
  const plate = classifyPlate(vrm)
  const look = plate ? (LOOKS[plate.series] ?? 'plain') : 'raw'
  const banded = plate !== null && BANDED.has(plate.series)
  return (
    <span
      className={`plate plate--${size} plate--${look} ${plate ? condensed(plate, banded) : ''}`.trim()}
      role="img"
      aria-label={plateWords.label(spellPlate(plate ?? vrm))}
      title={displayPlate(plate ?? vrm)}
      onCopy={(event) => {
        event.clipboardData.setData('text/plain', vrm)
        event.preventDefault()
      }}
    >
      {banded && <span className="plate__eu" aria-hidden="true" />}
      <span className="plate__glyphs" aria-hidden="true">
        {plate ? glyphs(plate) : vrm}
      </span>
    </span>
  )
}

/** Plate in a row, or the end of the chassis number while the vehicle has no plate. */
export function RowPlate({ vrm, vin }: { vrm?: string | undefined; vin?: string | undefined }) {
  if (vrm !== undefined) return <Plate vrm={vrm} size="s" />
  if (vin === undefined) return null
  return (
    <span className="second tiny figures" title={plateWords.vin(vin)}>
      {shortVin(vin)}
    </span>
  )
}

/**
 * Class that condenses a plate. Eight glyphs beside a band are 15 % narrower. Longer plates are as narrow as needed.
 */
function condensed({ vrm, groups }: PlateFacts, banded: boolean): string {
  const width = vrm.length * CELL + (groups.length - 1) * BETWEEN
  if (banded) return vrm.length > 7 ? 'plate--8' : ''
  if (width <= ROOM) return ''
  return width <= ROOM / 0.85 ? 'plate--8' : width <= ROOM / 0.68 ? 'plate--10' : 'plate--13'
}

/** Digits have equal widths, so adjacent digits form one text. Each letter is centred in its own cell. */
const RUNS = /\d+|\D/g

function glyphs({ groups, separator }: PlateFacts) {
  return groups.flatMap((group, index) => [
    ...(index === 0 || separator === ' '
      ? []
      : [
          <b key={`s${index}`} className="dash">
            {separator}
          </b>,
        ]),
    ...(group.match(RUNS) ?? []).map((run, at) => {
      const apart = index > 0 && at === 0 && separator === ' '
      const look = [apart && 'apart', run.length > 1 && 'run', WIDE.test(run) && `wide-${run}`]
        .filter(Boolean)
        .join(' ')
      return (
        // The key is the position, because a glyph may repeat within a group.
        <b key={`${index}.${at}`} className={look || undefined}>
          {run}
        </b>
      )
    }),
  ])
}
