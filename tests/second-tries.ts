import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { existsSync, readFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'

/** Where `npm test` reads which tests of a browser passed only when they were run again; unset, nobody asks. */
export const LIST = 'VENTANILLA_SECOND_TRIES'

/**
 * Of each try that failed: what was on the page, which says more than the line that waited for it. And a list of the
 * tests that passed only at the second try, so that they are named and not forgotten.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright asks for it
export default class SecondTries implements Reporter {
  readonly #again: string[] = []

  onTestEnd(test: TestCase, result: TestResult): void {
    if (test.outcome() === 'flaky') this.#again.push(test.titlePath().slice(2).join(' › '))
    if (result.status === test.expectedStatus || result.status === 'skipped') return
    const page = result.attachments.find(({ name }) => name === 'error-context')?.path
    if (page === undefined || !existsSync(page)) return
    const [, seen = ''] =
      /# (?:Error details|Page snapshot)\s+([\s\S]*?)\s+(?:# Test source|$)/.exec(
        readFileSync(page, 'utf8'),
      ) ?? []
    process.stdout.write(
      `\n── on the page, when try ${result.retry + 1} of «${test.title}» failed\n${seen}\n`,
    )
  }

  async onEnd(): Promise<void> {
    const list = process.env[LIST]
    if (list !== undefined) await appendFile(list, this.#again.map((name) => `${name}\n`).join(''))
  }
}
