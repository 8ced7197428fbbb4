import { ticks } from 'd3-array'
import { useId } from 'react'
import type { FigureTarget } from '#shared/domain/figures.ts'
import { monthName, shortMonth } from '#shared/text/dates.ts'
import { figuresText as text } from '#shared/text/figures.ts'
import { count } from '#shared/text/grammar.ts'
import { type Mark, useMarks } from './use-marks.ts'
import './figures.css'

export interface Segment {
  series: string
  n: number
  opens?: FigureTarget | undefined
}

interface ColumnChartProps {
  /** Prefix of the marks' ids, distinct from other charts. */
  name: string
  label: string
  months: readonly string[]
  series: readonly Series[]
  /** Segments of a month, from the axis up. */
  segments: (month: string) => readonly Segment[]
  format: (value: number) => string
  /** Highest column of the charts that are compared with this one. */
  highest?: number
  /** True on paper, where nothing can be pressed. */
  still?: boolean
}

const COLUMN_HEIGHT = 168
/** Space in pixels above the highest column, for its total. */
const TOP = 18
const FOOT = 34
const MARGIN = 16
const TICKS = 4
/** Width of a column, in percent of its place. */
const THICK = 72
/** Above this number of months, only one month in three has a name. */
const MANY = 18

export const heightOf = (segments: readonly Segment[]): number => segments.reduce((sum, { n }) => sum + n, 0)

/** Stacked columns, one per month. */
export function ColumnChart(props: ColumnChartProps) {
  const { name, label, months, series, segments, format, still = false } = props
  const id = useId()
  const highest = Math.max(1, props.highest ?? 0, ...months.map((month) => heightOf(segments(month))))
  const lines = ticks(0, highest, TICKS).filter((value) => Number.isInteger(value))
  const top = Math.max(highest, lines.at(-1) ?? 0)
  const y = (value: number) => TOP + (COLUMN_HEIGHT - TOP) * (1 - value / top)
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
        // The row is that of the series: the arrows stay in a series, even if a month lacks some series.
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
        <svg className="chart__axis" height={COLUMN_HEIGHT + FOOT} aria-hidden="true">
          {lines.map((value) => (
            <text key={value} className="chart__tick" x="100%" y={y(value) + 4} textAnchor="end">
              {format(value)}
            </text>
          ))}
        </svg>
        <div className="chart__scroll">
          <svg
            className="chart__plot"
            height={COLUMN_HEIGHT + FOOT}
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
                    <text className="chart__tick" x={x} y={COLUMN_HEIGHT + MARGIN} textAnchor="middle">
                      {shortMonth(month)}
                    </text>
                  )}
                  {startsYear && (
                    <text
                      className="chart__tick"
                      x={column === 0 ? '0' : x}
                      y={COLUMN_HEIGHT + 2 * MARGIN}
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

export interface ChartRow {
  id: string
  name: string
  /** One part per series, stacked from the left. A row with a spread draws the spread instead. */
  parts: readonly { series: string; n: number; opens?: FigureTarget | undefined; label: string }[]
  /** Median and 90th percentile. */
  spread?: { median: number; p90: number | null }
  /** Note beside the row. */
  note: string
}

interface RowChartProps {
  name: string
  label: string
  rows: readonly ChartRow[]
  series: readonly Series[]
  still?: boolean
}

const ROW_HEIGHT = 22
const MIDDLE = ROW_HEIGHT / 2
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
              <svg className="chart-row__plot" height={ROW_HEIGHT} aria-hidden="true">
                <Patterns id={`${id}-${place}`} series={series} />
                <line className="chart__line" x1="0" x2="100%" y1={ROW_HEIGHT - 1} y2={ROW_HEIGHT - 1} />
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
            height={ROW_HEIGHT - 6}
            fill={fillOf(id, one)}
          />
        </g>
      )
    )
  })
}

/** Legend of the disc and the bar. */
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

/** Fill pattern of a series. It distinguishes the series without its colour. */
type Pattern = 'solid' | 'lines' | 'dots' | 'cross' | 'outline'
type Tone = 'blue' | 'light-blue' | 'grey' | 'ok' | 'warn' | 'stop' | 'none'

export interface Series {
  id: string
  name: string
  pattern: Pattern
  tone: Tone
}

const SIZE = 6

/** Definitions of a drawing's fills. Their ids start with `id`. */
function Patterns({ id, series }: { id: string; series: readonly Series[] }) {
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

const fillOf = (id: string, series: Pick<Series, 'id'>): string => `url(#${id}-${series.id})`

/** Names of the series, each with its fill. */
function Legend({ id, series }: { id: string; series: readonly Series[] }) {
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
function Swatch({ id, series }: { id: string; series: Series }) {
  return (
    <svg className={`chart-swatch chart-tone chart-tone--${series.tone}`} aria-hidden="true">
      <Patterns id={id} series={[series]} />
      <rect className="chart-mark__shape" width="100%" height="100%" fill={fillOf(id, series)} />
    </svg>
  )
}
