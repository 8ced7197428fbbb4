import { expect, test } from 'vitest'
import { redact } from '#electron/core/runtime/log.ts'
import { sidecarLine } from '#electron/sidecar/fork-sidecar.ts'
import { createLog } from '#shared/server/log.ts'

test('an entry of the service is readable in our log, and loses what must not be there', () => {
  const lines: string[] = []
  const log = createLog(
    (line) => lines.push(line),
    () => 0,
  )
  log.info('stopping: the parent asks')
  log.error('a delivery failed', new Error('about 1234 BCD'))
  const [first = '', second = ''] = lines.map((line) => redact(sidecarLine('service', line)))
  expect(first).toBe('service: info stopping: the parent asks')
  expect(second).toContain('service: error a delivery failed: Error: about ‹matrícula›')
})

test.each(['', 'plain words', '{"half', '[1]', '{"level":1,"message":2}'])(
  'what is no entry stays: %j',
  (line) => expect(sidecarLine('service', line)).toBe(`service: ${line}`),
)
