import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { noteFailure, noteTime, quoted } from './failures.ts'

/** Records each failed test, each file whose tests could not begin, and the time of each file. */
// oxlint-disable-next-line import/no-default-export -- Vitest asks for it
export default class VitestFailures implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state !== 'failed') return
    note(
      test.module,
      `${test.module.relativeModuleId} › ${test.fullName}`,
      errors,
      ` -t ${quoted(test.fullName)}`,
    )
  }

  onTestModuleEnd(module: TestModule): void {
    const errors = module.errors()
    if (errors.length > 0) note(module, module.relativeModuleId, errors, '')
    noteTime({
      project: module.project.name,
      file: module.relativeModuleId,
      seconds: module.diagnostic().duration / 1000,
    })
  }
}

type Errors = Readonly<ReturnType<TestModule['errors']>>

function note(module: TestModule, name: string, errors: Errors, only: string): void {
  const { relativeModuleId, project } = module
  noteFailure({
    name,
    command: `npx vitest run --project=${project.name} ${relativeModuleId}${only}`,
    said: errors
      .map(({ message, diff, stack }) => [message, diff, stack].filter(Boolean).join('\n'))
      .join('\n'),
  })
}
