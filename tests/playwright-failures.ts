import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { noteFailure, noteTime, type Failure } from './failures.ts'

/** Records each failed browser test, with the content of its page, and the time of each file. */
// oxlint-disable-next-line import/no-default-export -- Playwright asks for it
export default class PlaywrightFailures implements Reporter {
  #config = ''
  readonly #seconds = new Map<string, number>()

  onBegin({ configFile }: FullConfig): void {
    this.#config = relative(process.cwd(), configFile ?? '')
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const file = relative(process.cwd(), test.location.file)
    this.#seconds.set(file, (this.#seconds.get(file) ?? 0) + result.duration / 1000)
    if (result.status === 'skipped' || result.status === test.expectedStatus) return
    noteFailure(this.#failureOf(test, result))
  }

  onEnd(): void {
    for (const [file, seconds] of this.#seconds) noteTime({ project: 'browsers', file, seconds })
  }

  #failureOf(test: TestCase, result: TestResult): Failure {
    const page = result.attachments.find(({ name }) => name === 'error-context')?.path
    const errors = result.errors.map(({ message = '', snippet = '' }) => `${message}\n${snippet}`)
    const { file, line } = test.location
    const path = relative(process.cwd(), file)
    return {
      name: `${path} › ${test.titlePath().slice(3).join(' › ')}`,
      command: `npx playwright test -c ${this.#config} ${path}:${line}`,
      said: [...errors, page === undefined ? '' : seenOn(page)].join('\n').trim(),
    }
  }
}

/** Snapshot of the page, out of the headings that Playwright puts around it. */
function seenOn(path: string): string {
  if (!existsSync(path)) return ''
  const [, seen = ''] =
    /# (?:Error details|Page snapshot)\s+([\s\S]*?)\s+(?:# Test source|$)/.exec(readFileSync(path, 'utf8')) ??
    []
  return seen
}
