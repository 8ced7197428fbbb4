import type { Marks } from './trace-marks.ts'
import { figure } from './statistics.ts'

export interface TracedPath {
  name: string
  runs: readonly Marks[]
  /** Chromium's own trace of one run, beside the page. */
  file: string
}

type Moment = Exclude<keyof Marks, 'calls'>

/** What ends at each moment, and whose work it is. */
const PHASES: readonly { until: Moment; what: string; colour: string }[] = [
  { until: 'heard', what: 'the browser hands over the key', colour: '#8c8c8c' },
  { until: 'sent', what: 'the window draws the key and asks', colour: '#2f6fde' },
  { until: 'got', what: 'bridge, core and store answer', colour: '#d9822b' },
  { until: 'changed', what: 'the window works out the answer and changes the document', colour: '#2f6fde' },
  { until: 'frame', what: 'waits for the next frame', colour: '#8c8c8c' },
  { until: 'painted', what: 'layout and paint', colour: '#3a9b5c' },
]

/** Page with the phases of each path: the median and p95 of each phase, drawn to scale. */
export function tracePage(paths: readonly TracedPath[]): string {
  const longest = Math.max(
    1,
    ...paths.map(({ runs }) =>
      percentile(
        runs.map(({ painted }) => painted),
        'p50',
      ),
    ),
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Where the time goes</title>
<style>
  body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
  .bar { display: flex; height: 1.5rem; }
  .bar span { min-width: 1px; }
  table { border-collapse: collapse; margin: 0.5rem 0 2.5rem; }
  td, th { padding: 0.1rem 1rem 0.1rem 0; text-align: left; font-variant-numeric: tabular-nums; }
  i { display: inline-block; width: 0.8rem; height: 0.8rem; margin-right: 0.5rem; }
</style>
<h1>Where the time goes</h1>
<p>From the key until it is painted: medians, in milliseconds. Each link is Chromium's own trace of one run: open it in https://ui.perfetto.dev.</p>
${paths.map((path) => section(path, longest)).join('\n')}
</html>
`
}

function section({ name, runs, file }: TracedPath, longest: number): string {
  const phases = phasesOf(runs)
  const total = runs.map(({ painted }) => painted)
  const bar = phases
    .map(
      ({ what, colour, p50 }) =>
        `<span title="${what}" style="width:${(p50 / longest) * 100}%;background:${colour}"></span>`,
    )
    .join('')
  const rows = phases.map(
    ({ what, colour, p50, p95 }) =>
      `<tr><td><i style="background:${colour}"></i>${what}<td>${p50.toFixed(1)}<td>${p95.toFixed(1)}`,
  )
  const calls = [...new Set(runs.flatMap((run) => run.calls))]
  return `<h2>${name}</h2>
<p>${runs.length} runs; calls: ${calls.join(', ') || 'none'}; <a href="${file}">trace</a></p>
<div class="bar">${bar}</div>
<table><tr><th>phase<th>p50<th>p95${rows.join('')}
<tr><th>key → painted<th>${percentile(total, 'p50').toFixed(1)}<th>${percentile(total, 'p95').toFixed(1)}</table>`
}

/** Lengths of the phases: one that a run does not have is of no length in it. */
export function phasesOf(runs: readonly Marks[]) {
  return PHASES.map(({ until, what, colour }, at) => {
    const lengths = runs.map((run) => {
      const end = run[until]
      const before = PHASES.slice(0, at).findLast((phase) => run[phase.until] !== undefined)
      return end === undefined ? 0 : end - (before === undefined ? 0 : (run[before.until] ?? 0))
    })
    return { what, colour, p50: percentile(lengths, 'p50'), p95: percentile(lengths, 'p95') }
  })
}

const percentile = (values: readonly number[], which: 'p50' | 'p95') => figure('', 'ms', values)[which]
