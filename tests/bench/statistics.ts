/** Figure of the table: measure, spread, and target. */
export interface Figure {
  name: string
  unit: 'ms' | 'MB' | 'KB' | '%' | '/s' | '×' | 'notes'
  n: number
  p50: number
  p95: number
  min: number
  max: number
  /** Maximum of p95 (or of the only value); absent without a target. */
  target?: number
  /** Maximum of p50, if it differs from the maximum of p95. */
  medianTarget?: number
  /** Minimum of p50, for a figure that should be large. */
  atLeast?: number
  /** Time that this machine needs at least, measured in the same run. */
  floor?: Floor
  /** Maximum of p95 as a multiple of the floor's. */
  times?: number
  note?: string
}

export interface Floor {
  /** Name of the measurement, for the text after «×». */
  of: string
  p50: number
  p95: number
}

type Extra = Pick<Figure, 'target' | 'medianTarget' | 'atLeast' | 'floor' | 'times' | 'note'>

/** A figure as the floor of others. */
export const floorOf = ({ p50, p95 }: Figure, of: string): Floor => ({ of, p50, p95 })

/** Nearest-rank percentiles: every printed value was measured. */
export function figure(
  name: string,
  unit: Figure['unit'],
  samples: readonly number[],
  extra: Extra = {},
): Figure {
  const sorted = samples.toSorted((a, b) => a - b)
  const rank = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
  return {
    name,
    unit,
    n: sorted.length,
    p50: rank(0.5),
    p95: rank(0.95),
    min: rank(0),
    max: rank(1),
    ...extra,
  }
}

export function table(figures: readonly Figure[]): string {
  return aligned(rowsOf(figures))
}

/** Cells of the table. The first row is the heading. */
export function rowsOf(figures: readonly Figure[]): string[][] {
  const header = ['figure', 'n', 'p50', 'p95', 'min–max', 'over its floor', 'target', '']
  return [
    header,
    ...figures.map((one) => [
      one.name,
      String(one.n),
      `${round(one.p50)} ${one.unit}`,
      `${round(one.p95)} ${one.unit}`,
      `${round(one.min)}–${round(one.max)}`,
      floorText(one),
      targetText(one),
      [outcome(one), one.note ?? ''].filter(Boolean).join('; '),
    ]),
  ]
}

/** Medians of the figures of several runs, with the minimum and maximum of all runs. */
export function medianFigures(runs: readonly (readonly Figure[])[]): Figure[] {
  const [first = []] = runs
  const byName = Map.groupBy(runs.flat(), ({ name }) => name)
  return first.map((one) => {
    const all = byName.get(one.name) ?? [one]
    const floors = all.flatMap(({ floor }) => floor ?? [])
    return {
      ...one,
      n: all.reduce((sum, { n }) => sum + n, 0),
      p50: median(all.map(({ p50 }) => p50)),
      p95: median(all.map(({ p95 }) => p95)),
      min: Math.min(...all.map(({ min }) => min)),
      max: Math.max(...all.map(({ max }) => max)),
      ...(one.floor !== undefined && {
        floor: {
          of: one.floor.of,
          p50: median(floors.map(({ p50 }) => p50)),
          p95: median(floors.map(({ p95 }) => p95)),
        },
      }),
    }
  })
}

/** The lower median of an even number of values: every printed value was measured. */
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? Number.NaN

/** Rows of cells as columns. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd()
  return rows.map(line).join('\n')
}

const floorText = ({ p50, p95, floor }: Figure): string =>
  floor === undefined ? '–' : `${times(p50 / floor.p50)}, ${times(p95 / floor.p95)} × ${floor.of}`
const times = (ratio: number) => ratio.toFixed(2)

const targetText = ({ target, medianTarget, atLeast, times: most }: Figure): string =>
  [
    most === undefined ? '' : `≤ ${most} ×`,
    medianTarget === undefined ? '' : `p50 ≤ ${medianTarget}`,
    target === undefined ? '' : `≤ ${target}`,
    atLeast === undefined ? '' : `≥ ${atLeast}`,
  ]
    .filter(Boolean)
    .join(', ') || '–'

function outcome(one: Figure): '' | 'met' | 'MISSED' {
  const { p50, p95, target, medianTarget, atLeast, times: most, floor } = one
  if ([target, medianTarget, atLeast, most].every((limit) => limit === undefined)) return ''
  const isMet =
    p95 <= (target ?? Infinity) &&
    p50 <= (medianTarget ?? Infinity) &&
    p50 >= (atLeast ?? 0) &&
    (most === undefined || floor === undefined || p95 <= most * floor.p95)
  return isMet ? 'met' : 'MISSED'
}

const round = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1))
