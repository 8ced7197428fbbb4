import { useId } from 'react'
import type { FigureTarget } from '#shared/domain/figure-targets.ts'
import { figuresText as text } from '#shared/text/figures.ts'
import { count } from '#shared/text/grammar.ts'
import { fillOf, Legend, Patterns, type Series, Swatch } from './patterns.tsx'
import { type Mark, useMarks } from './use-marks.ts'

export interface ChartRow {
  id: string
  name: string
  /** One of each series, stacked from the left; where there is a spread, they are not drawn. */
  parts: readonly { series: string; n: number; opens?: FigureTarget | undefined; label: string }[]
  /** Median and 90th percentile. */
  spread?: { median: number; p90: number | null }
  /** Beside it. */
  note: string
}

export interface RowChartProps {
  name: string
  label: string
  rows: readonly ChartRow[]
  series: readonly Series[]
  still?: boolean
}

const HEIGHT = 22
const MIDDLE = HEIGHT / 2
const DOT = 5

/** Rows to compare: stacked bars, or a median and a percentile on one line. */
export function RowChart({ name, label, rows, series, still = false }: RowChartProps) {
  const id = useId()
  const longest = Math.max(
    1,
    ...rows.map(({ parts, spread }) =>
      spread ? Math.max(spread.median, spread.p90 ?? 0) : parts.reduce((sum, { n }) => sum + n, 0),
    ),
  )
  const x = (value: number) => `${(value / longest) * 98 + 1}%`
  const marks = rows.flatMap((row, place) =>
    row.parts.map((part, column): Mark & { n: number } => ({
      id: `${name} ${row.id} ${part.series}`,
      label: part.label,
      opens: part.opens,
      column,
      row: place,
      n: part.n,
    })),
  )
  const { group, groupProps, markProps } = useMarks(marks)
  return (
    <figure className="chart" data-still={still || undefined}>
      <div ref={group} role="group" aria-label={`${label}. ${text.chart}`} {...groupProps}>
        {series.length === 1 && (
          <div className="chart-row chart-row--head" aria-hidden="true">
            <SpreadLegend />
            <span className="chart-row__marks">{text.counted}</span>
          </div>
        )}
        <ul className="chart-rows">
          {rows.map((row, place) => (
            <li key={row.id} className="chart-row">
              <span className="chart-row__name">{row.name}</span>
              <svg className="chart-row__plot" height={HEIGHT} aria-hidden="true">
                <Patterns id={`${id}-${place}`} series={series} />
                <line className="chart__line" x1="0" x2="100%" y1={HEIGHT - 1} y2={HEIGHT - 1} />
                {row.spread ? (
                  <Spread {...row.spread} x={x} />
                ) : (
                  <Bars id={`${id}-${place}`} row={row} series={series} longest={longest} />
                )}
              </svg>
              <span className="chart-row__marks figures">
                {marks
                  .filter((mark) => mark.row === place)
                  .map((mark) => (
                    <RowMark
                      key={mark.id}
                      mark={mark}
                      of={series.length > 1 ? series[mark.column] : undefined}
                      props={still ? {} : markProps(mark)}
                    />
                  ))}
              </span>
              <span className="chart-row__note small second figures">{row.note}</span>
            </li>
          ))}
        </ul>
      </div>
      {series.length > 1 && <Legend id={id} series={series} />}
    </figure>
  )
}

function RowMark({ mark, of, props }: { mark: Mark & { n: number }; of: Series | undefined; props: object }) {
  const id = useId()
  return (
    <span className="chart-row__mark" {...props}>
      {of && <Swatch id={id} series={of} />}
      {count(mark.n)}
    </span>
  )
}

interface BarsProps {
  id: string
  row: ChartRow
  series: readonly Series[]
  longest: number
}

function Bars({ id, row, series, longest }: BarsProps) {
  const share = (n: number) => (n / longest) * 98
  return row.parts.map((part, at) => {
    const one = series.find((some) => some.id === part.series) as Series
    const before = row.parts.slice(0, at).reduce((sum, { n }) => sum + n, 0)
    return (
      part.n > 0 && (
        <g key={part.series} className={`chart-tone chart-tone--${one.tone}`}>
          <rect
            className="chart-mark__shape"
            x={`${share(before)}%`}
            width={`${share(part.n)}%`}
            y={3}
            height={HEIGHT - 6}
            fill={fillOf(id, one)}
          />
        </g>
      )
    )
  })
}

/** What the disc and the bar are. */
function SpreadLegend() {
  return (
    <span className="chart-legend chart-row__legend">
      <svg className="chart-swatch chart-spread">
        <circle className="chart-spread__median" cx="50%" cy="50%" r={DOT} />
      </svg>
      {text.median}
      <svg className="chart-swatch chart-spread">
        <line className="chart-spread__line" x1="0" x2="100%" y1="50%" y2="50%" />
        <line className="chart-spread__end" x1="90%" x2="90%" y1="0" y2="100%" />
      </svg>
      {text.p90}
    </span>
  )
}

/** A disc at the median, a bar at the percentile, and the line between them. */
function Spread({ median, p90, x }: { median: number; p90: number | null; x: (value: number) => string }) {
  return (
    <g className="chart-spread">
      {p90 !== null && (
        <>
          <line className="chart-spread__line" x1={x(median)} x2={x(p90)} y1={MIDDLE} y2={MIDDLE} />
          <line
            className="chart-spread__end"
            x1={x(p90)}
            x2={x(p90)}
            y1={MIDDLE - DOT - 2}
            y2={MIDDLE + DOT + 2}
          />
        </>
      )}
      <circle className="chart-spread__median" cx={x(median)} cy={MIDDLE} r={DOT} />
    </g>
  )
}
