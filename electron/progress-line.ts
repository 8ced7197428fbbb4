import { startTexts } from '#shared/text/start.ts'

/** The used part of a terminal's stream, or of a file or a pipe. */
interface Output {
  isTTY?: boolean | undefined
  write(text: string): unknown
}

/** Steps, in parts of the whole, between the lines of an output that keeps them all. */
const STEPS = 4

/** Progress of a download: one line rewritten in a terminal, a few lines elsewhere. */
export function createProgressLine(output: Output) {
  const live = output.isTTY === true
  let shown = ''
  let step = 0
  return {
    show(received: number, total: number | null) {
      const reached = total === null ? 0 : Math.floor((received / total) * STEPS)
      if (!live && reached === step) return
      step = reached
      const line = startTexts.downloaded(megabytes(received), total === null ? null : megabytes(total))
      if (line === shown) return
      // The one before may have been longer.
      output.write(live ? `\r${line.padEnd(shown.length)}` : `${line}\n`)
      shown = line
    },
    /** Leaves the rewritten line. */
    end() {
      if (live && shown !== '') output.write('\n')
    },
  }
}

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(0)
