import './figures.css'

/** Fill of a series: a pattern tells it from its neighbours without its colour. */
type Pattern = 'solid' | 'lines' | 'dots' | 'cross' | 'outline'
type Tone = 'blue' | 'light-blue' | 'grey' | 'ok' | 'warn' | 'stop' | 'none'

export interface Series {
  id: string
  name: string
  pattern: Pattern
  tone: Tone
}

const SIZE = 6

/** Definitions of the fills of a drawing, under ids of its own. */
export function Patterns({ id, series }: { id: string; series: readonly Series[] }) {
  return (
    <defs>
      {series.map((one) => (
        <pattern
          key={one.id}
          id={`${id}-${one.id}`}
          className={`chart-tone chart-tone--${one.tone}`}
          width={SIZE}
          height={SIZE}
          patternUnits="userSpaceOnUse"
        >
          <rect className="chart-tone__ground" width={SIZE} height={SIZE} />
          <Drawn pattern={one.pattern} />
        </pattern>
      ))}
    </defs>
  )
}

function Drawn({ pattern }: { pattern: Pattern }) {
  switch (pattern) {
    case 'solid':
      return <rect className="chart-tone__fill" width={SIZE} height={SIZE} />
    case 'lines':
      return <path className="chart-tone__line" d="M-1 7 7-1M-1 1l2-2M5 7l2-2" />
    case 'cross':
      return <path className="chart-tone__line" d="M0 3h6M3 0v6" />
    case 'dots':
      return <circle className="chart-tone__fill" cx={3} cy={3} r={1.4} />
    case 'outline':
      return null
  }
}

export const fillOf = (id: string, series: Pick<Series, 'id'>): string => `url(#${id}-${series.id})`

/** Names of the series, each with its fill. */
export function Legend({ id, series }: { id: string; series: readonly Series[] }) {
  return (
    <ul className="chart-legend">
      {series.map((one) => (
        <li key={one.id}>
          <Swatch id={`${id}-legend`} series={one} />
          {one.name}
        </li>
      ))}
    </ul>
  )
}

/** A sample of the fill of a series, beside its name or its number. */
export function Swatch({ id, series }: { id: string; series: Series }) {
  return (
    <svg className={`chart-swatch chart-tone chart-tone--${series.tone}`} aria-hidden="true">
      <Patterns id={id} series={[series]} />
      <rect className="chart-mark__shape" width="100%" height="100%" fill={fillOf(id, series)} />
    </svg>
  )
}
