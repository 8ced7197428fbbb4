import { expect } from 'vitest'
import { type AlarmSettings, alarmWire } from '#shared/api/relay-alarm.ts'
import { createFakeClock, type FakeClock } from '../../service/support/fake-clock.ts'
import type { Mailbox } from './outside.ts'
import { call, OFFICE, type StartOptions, startRelay } from './relay.ts'

export const MINUTE = 60_000
/** Of an office's alarm. */
export const PATH = '/v1/office/alarm'

export const settings = (more: Partial<AlarmSettings>): AlarmSettings => ({
  afterHours: 4,
  hours: 'all',
  mail: [],
  webhook: null,
  ...more,
})
export const set = (url: string, more: Partial<AlarmSettings>, as = OFFICE.adminToken) =>
  call(url + PATH, 'PUT', as, settings(more))
export const alarmOf = async (url: string) =>
  alarmWire.parse(await (await call(url + PATH, 'GET', OFFICE.adminToken)).json())
export const mailServer = ({ port }: Mailbox) => ({
  url: `smtp://127.0.0.1:${port}`,
  from: 'relay@example.com',
})

/** A relay on a clock of the test, whose housekeeping runs each minute. */
export async function start(options: StartOptions = {}) {
  const clock = createFakeClock()
  return { clock, ...(await startRelay({ clock, ...options })) }
}

/** Advances in minutes: each turn of the housekeeping begins when the one before has ended. */
export async function pass(clock: FakeClock, ms: number, until: () => boolean | Promise<boolean>) {
  clock.advance(ms)
  await expect
    .poll(async () => {
      clock.advance(MINUTE)
      return until()
    })
    .toBe(true)
}
