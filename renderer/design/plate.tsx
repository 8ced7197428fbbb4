import { classifyPlate, type Plate as PlateFacts } from '#shared/domain/plates/classify.ts'
import { displayPlate, spellPlate } from '#shared/domain/plates/display.ts'
import { plateWords } from '#shared/text/app.ts'
import './plate.css'

type Series = PlateFacts['series']

/** How the object looks. Series that are not here are plain white. */
const LOOKS: Partial<Record<Series, string>> = {
  provincial: 'provincial',
  moped: 'moped',
  trailer: 'trailer',
  special: 'special',
  temporary: 'temporary',
}

/** Letters that would push their neighbours: narrowed as on the real plate. */
const WIDE = /[MW]/
const LONG_GLYPHS = 8

export interface PlateProps {
  vrm: string
  /** 20 px in rows, 28 in headers, 40 in panels, 52 in the verdict. */
  size: 's' | 'm' | 'l' | 'xl'
}

/** A plate drawn as a plate. Selecting and copying it gives the compact form. */
export function Plate({ vrm, size }: PlateProps) {
  const plate = classifyPlate(vrm)
  const look = plate ? (LOOKS[plate.series] ?? 'plain') : 'raw'
  const long = plate && vrm.length >= LONG_GLYPHS && plate.separator === ' ' ? ' plate--8' : ''
  const spoken = plate ? spellPlate(plate) : [...vrm].join(' ')
  return (
    <span
      className={`plate plate--${size} plate--${look}${long}`}
      role="img"
      aria-label={plateWords.label(spoken)}
      title={plate ? displayPlate(plate) : vrm}
      onCopy={(event) => {
        event.clipboardData.setData('text/plain', vrm)
        event.preventDefault()
      }}
    >
      {plate && plate.separator === ' ' && <span className="plate__eu" aria-hidden="true" />}
      <span className="plate__glyphs" aria-hidden="true">
        {plate ? glyphs(plate) : vrm}
      </span>
    </span>
  )
}

function glyphs({ groups, separator }: PlateFacts) {
  return groups.flatMap((group, index) => [
    ...(index === 0 ? [] : [<Separator key={`s${index}`} separator={separator} />]),
    ...[...group].map((glyph, at) => (
      // A glyph is its place: the same one may be twice in a group.
      <b key={`${index}.${at}`} className={WIDE.test(glyph) ? 'wide' : undefined}>
        {glyph}
      </b>
    )),
  ])
}

function Separator({ separator }: { separator: string }) {
  return separator === ' ' ? <i className="gap"> </i> : <b className="dash">{separator}</b>
}
