import { ticks } from 'd3-array'
import { useId } from 'react'
import type { FigureTarget } from '#shared/domain/figure-targets.ts'
import { monthName, shortMonth } from '#shared/text/dates.ts'
import { figuresText as text } from '#shared/text/figures.ts'
import { fillOf, Legend, Patterns, type Series } from './patterns.tsx'
import { type Mark, useMarks } from './use-marks.ts'

export interface Segment {
  series: string
  n: number
  opens?: FigureTarget | undefined
}

export interface ColumnChartProps {
  /** Tells its marks from those of the others. */
  name: string
  label: string
  months: readonly string[]
  series: readonly Series[]
  /** Of each month, from the axis up. */
  segments: (month: string) => readonly Segment[]
  format: (value: number) => string
  /** Highest column of those that it is compared with. */
  highest?: number
  /** On paper: nothing to press. */
  still?: boolean
}

const HEIGHT = 168
/** Over the highest column, for its total. */
const TOP = 18
const FOOT = 34
const MARGIN = 16
const TICKS = 4
/** Share of its place that a column takes. */
const THICK = 72
/** Beyond so many, one name in three. */
const MANY = 18

export const heightOf = (segments: readonly Segment[]): number => segments.reduce((sum, { n }) => sum + n, 0)

/** Stacked columns, one a month. */
export function ColumnChart(props: ColumnChartProps) {
  const { name, label, months, series, segments, format, still = false } = props
  const id = useId()
  const highest = Math.max(1, props.highest ?? 0, ...months.map((month) => heightOf(segments(month))))
  const lines = ticks(0, highest, TICKS).filter((value) => Number.isInteger(value))
  const top = Math.max(highest, lines.at(-1) ?? 0)
  const y = (value: number) => TOP + (HEIGHT - TOP) * (1 - value / top)
  const place = 100 / months.length
  const drawn = months.flatMap((month, column) => {
    const parts = segments(month).filter(({ n }) => n > 0)
    return parts.map((part, at) => {
      const one = series.find((some) => some.id === part.series) as Series
      const from = heightOf(parts.slice(0, at))
      const mark: Mark = {
        id: `${name} ${month} ${part.series}`,
        label: text.mark(monthName(month), one.name, 0).replace(/0$/, format(part.n)),
        opens: part.opens,
        column,
        // The arrows stay in a series, whichever a month has.
        row: series.length - series.indexOf(one),
      }
      return { mark, one, column, from, to: from + part.n }
    })
  })
  const { group, groupProps, markProps, said } = useMarks(drawn.map(({ mark }) => mark))
  return (
    <figure className="chart" data-still={still || undefined}>
      <div
        className="chart__body"
        ref={group}
        role="group"
        aria-label={`${label}. ${text.chart}`}
        {...groupProps}
      >
        <svg className="chart__axis" height={HEIGHT + FOOT} aria-hidden="true">
          {lines.map((value) => (
            <text key={value} className="chart__tick" x="100%" y={y(value) + 4} textAnchor="end">
              {format(value)}
            </text>
          ))}
        </svg>
        <div className="chart__scroll">
          <svg
            className="chart__plot"
            height={HEIGHT + FOOT}
            data-many={months.length > MANY || undefined}
            data-few={months.length < 4 || undefined}
          >
            <Patterns id={id} series={series} />
            {lines.map((value) => (
              <line key={value} className="chart__line" x1="0" x2="100%" y1={y(value)} y2={y(value)} />
            ))}
            {drawn.map(({ mark, one, column, from, to }) => (
              <g
                key={mark.id}
                className={`chart-mark chart-tone chart-tone--${one.tone}`}
                {...(still ? {} : markProps(mark))}
              >
                <rect
                  className="chart-mark__shape"
                  x={`${place * column + (place * (100 - THICK)) / 200}%`}
                  width={`${(place * THICK) / 100}%`}
                  y={y(to)}
                  height={Math.max(y(from) - y(to), 1)}
                  fill={fillOf(id, one)}
                />
              </g>
            ))}
            {months.map((month, column) => {
              const total = heightOf(segments(month))
              const isNamed = months.length <= MANY || column % 3 === 0
              const x = `${place * (column + 0.5)}%`
              const startsYear = column === 0 || month.endsWith('-01')
              return (
                <g key={month} aria-hidden="true">
                  {total > 0 && isNamed && (
                    <text className="chart__total" x={x} y={y(total) - 4} textAnchor="middle">
                      {format(total)}
                    </text>
                  )}
                  {isNamed && (
                    <text className="chart__tick" x={x} y={HEIGHT + MARGIN} textAnchor="middle">
                      {shortMonth(month)}
                    </text>
                  )}
                  {startsYear && (
                    <text
                      className="chart__tick"
                      x={column === 0 ? '0' : x}
                      y={HEIGHT + 2 * MARGIN}
                      textAnchor={column === 0 ? 'start' : 'middle'}
                    >
                      {month.slice(0, 4)}
                    </text>
                  )}
                </g>
              )
            })}
          </svg>
        </div>
      </div>
      {series.length > 1 && <Legend id={id} series={series} />}
      {!still && (
        <p className="chart__said small second" aria-hidden="true">
          {said}
        </p>
      )}
    </figure>
  )
}
