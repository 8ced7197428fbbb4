/** Figure of the table: measure, spread, and target. */
export interface Figure {
  name: string
  unit: 'ms' | 'MB' | 'KB' | '%' | '/s' | '×' | 'events'
  n: number
  p50: number
  p95: number
  min: number
  max: number
  /** Maximum of p95 (or of the only value); absent without a target. */
  target?: number
  /** Maximum of p50, where the target of p95 is another one. */
  medianTarget?: number
  /** Minimum of p50, of a figure that should be large. */
  atLeast?: number
  note?: string
}

/** Nearest-rank percentiles: every printed value was measured. */
export function figure(
  name: string,
  unit: Figure['unit'],
  samples: readonly number[],
  extra: Pick<Figure, 'target' | 'medianTarget' | 'atLeast' | 'note'> = {},
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
  const header = ['figure', 'n', 'p50', 'p95', 'min–max', 'target', '']
  const rows = figures.map((one) => [
    one.name,
    String(one.n),
    `${round(one.p50)} ${one.unit}`,
    `${round(one.p95)} ${one.unit}`,
    `${round(one.min)}–${round(one.max)}`,
    targetText(one),
    [outcome(one), one.note ?? ''].filter(Boolean).join('; '),
  ])
  return aligned([header, ...rows])
}

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

const targetText = ({ target, medianTarget, atLeast }: Figure): string =>
  [
    medianTarget === undefined ? '' : `p50 ≤ ${medianTarget}`,
    target === undefined ? '' : `≤ ${target}`,
    atLeast === undefined ? '' : `≥ ${atLeast}`,
  ]
    .filter(Boolean)
    .join(', ') || '–'

function outcome({ p50, p95, target, medianTarget, atLeast }: Figure): '' | 'met' | 'MISSED' {
  if (target === undefined && medianTarget === undefined && atLeast === undefined) return ''
  const isMet = p95 <= (target ?? Infinity) && p50 <= (medianTarget ?? Infinity) && p50 >= (atLeast ?? 0)
  return isMet ? 'met' : 'MISSED'
}

const round = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1))
