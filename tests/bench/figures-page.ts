import { type Figure, rowsOf } from './statistics.ts'

/** Time, machine and commit of some figures. */
export interface About {
  /** ISO time. */
  at: string
  commit: string
  cpu: string
  cores: number
  node: string
  /** Number of whole runs. The figures are their medians. */
  runs: number
}

/**
 * Puts the section of a part into a page, in the place of its former section or at the end. Each section has its own
 * time, machine and commit.
 */
export function withSection(
  page: string,
  part: string,
  title: string,
  figures: readonly Figure[],
  about: About,
): string {
  const [head = '', ...sections] = page.split(/^(?=## )/m)
  const others = sections.filter((section) => !section.startsWith(`## ${part}\n`))
  const at = sections.findIndex((section) => section.startsWith(`## ${part}\n`))
  const own = renderSection(part, title, figures, about)
  const all = others.toSpliced(at === -1 ? others.length : at, 0, own)
  return `${[head, ...all].map((one) => one.trim()).join('\n\n')}\n`
}

function renderSection(part: string, title: string, figures: readonly Figure[], about: About): string {
  const { at, commit, cpu, cores, node, runs } = about
  const [heading = [], ...rows] = rowsOf(figures)
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [
    `## ${part}`,
    '',
    `${title[0]?.toUpperCase()}${title.slice(1)}. ${at.slice(0, 10)}, commit ${commit}; ${cpu}, ${cores} cores, Node ${node}; ${runs === 1 ? 'one run' : `medians of ${runs} runs`}.`,
    '',
    line(heading),
    line(heading.map(() => '---')),
    ...rows.map(line),
  ].join('\n')
}
