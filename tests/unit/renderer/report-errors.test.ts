import { expect, test } from 'vitest'
import { commands, type CommandArgs } from '#shared/bridge/contract.ts'
import type { Bridge } from '#renderer/bridge.ts'
import { startReportingErrors } from '#renderer/report-errors.ts'

type Report = CommandArgs<'diagnosis.page-error'>

function setUp() {
  const target = new EventTarget()
  const reports: Report[] = []
  let now = 0
  const call = (async (_name: string, args: Report) => {
    reports.push(commands['diagnosis.page-error'].args.parse(args))
    return { ok: true, value: {} }
  }) as unknown as Bridge['call']
  const report = startReportingErrors({ call }, { target, now: () => now })
  const emit = (type: string, details: object) =>
    target.dispatchEvent(Object.assign(new Event(type), details))
  return { reports, report, emit, wait: (ms: number) => (now += ms) }
}
const thrown = (error: unknown, filename = 'http://v.localhost/assets/index.js') => ({
  error,
  message: String(error),
  filename,
})

test('what is thrown, rejected or replaces a screen is told, with where it was', () => {
  const { reports, report, emit } = setUp()
  emit('error', thrown(new TypeError('x is null')))
  emit('unhandledrejection', { reason: new Error('rejected') })
  emit('unhandledrejection', { reason: undefined })
  report('render', new Error('drawn'))
  emit('error', { error: null, message: 'Script error.', filename: '' })
  expect(reports.map(({ where }) => where)).toEqual(['page', 'page', 'page', 'render', 'page'])
  expect(reports[0]?.text).toContain('report-errors.test.ts')
  expect(reports[1]?.text).toContain('rejected')
})

test('of extensions, and of a size observer that is late, nothing is', () => {
  const { reports, emit } = setUp()
  const foreign = Object.assign(new Error('x'), { stack: 'Error: x\n at chrome-extension://abc/a.js:1:1' })
  emit('error', thrown(foreign))
  emit('error', thrown(null, 'moz-extension://abc/a.js'))
  emit('unhandledrejection', { reason: foreign })
  emit('error', { ...thrown(null), message: 'ResizeObserver loop completed with undelivered notifications.' })
  expect(reports).toEqual([])
})

test('a loop of errors does not fill the bridge, and no text is longer than it may be', () => {
  const { reports, emit, wait } = setUp()
  for (let n = 0; n < 1_000; n++) emit('error', thrown(new Error('x'.repeat(100_000))))
  expect(reports).toHaveLength(10)
  wait(60_001)
  emit('error', thrown(new Error('later')))
  expect(reports).toHaveLength(11)
})
