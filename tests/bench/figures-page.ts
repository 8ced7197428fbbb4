import { type Figure, rowsOf } from './statistics.ts'

/** When, where and of what some figures are. */
export interface About {
  /** ISO time. */
  at: string
  commit: string
  cpu: string
  cores: number
  node: string
  /** Whole runs, of whose medians they are. */
  runs: number
}

/**
 * A page of figures with those of a part in the place of the part's former ones, or at the end. Each part says by itself
 * when, where and of what it was measured.
 */
export function withSection(
  page: string,
  part: string,
  means: string,
  figures: readonly Figure[],
  about: About,
): string {
  const [head = '', ...sections] = page.split(/^(?=## )/m)
  const others = sections.filter((section) => !section.startsWith(`## ${part}\n`))
  const at = sections.findIndex((section) => section.startsWith(`## ${part}\n`))
  const own = sectionOf(part, means, figures, about)
  const all = others.toSpliced(at === -1 ? others.length : at, 0, own)
  return `${[head, ...all].map((one) => one.trim()).join('\n\n')}\n`
}

function sectionOf(part: string, means: string, figures: readonly Figure[], about: About): string {
  const { at, commit, cpu, cores, node, runs } = about
  const [heading = [], ...rows] = rowsOf(figures)
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [
    `## ${part}`,
    '',
    `${means[0]?.toUpperCase()}${means.slice(1)}. ${at.slice(0, 10)}, commit ${commit}; ${cpu}, ${cores} cores, Node ${node}; ${runs === 1 ? 'one run' : `medians of ${runs} runs`}.`,
    '',
    line(heading),
    line(heading.map(() => '---')),
    ...rows.map(line),
  ].join('\n')
}
