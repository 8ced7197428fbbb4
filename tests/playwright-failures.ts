import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { noteFailure, type Failure } from './failures.ts'

/** Records each failed browser test, with the content of its page. */
// oxlint-disable-next-line import/no-default-export -- Playwright asks for it
export default class PlaywrightFailures implements Reporter {
  #config = ''

  onBegin({ configFile }: FullConfig): void {
    this.#config = relative(process.cwd(), configFile ?? '')
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === 'skipped' || result.status === test.expectedStatus) return
    noteFailure(this.#failureOf(test, result))
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
