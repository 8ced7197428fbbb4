import { describe, expect, test } from 'vitest'
import type { HostPort, Sidecar, SidecarRequest } from '#electron/core/host.ts'
import { createSupervisedSidecar } from '#electron/core/accounts/supervised-sidecar.ts'
import { createSupervisor } from '#electron/core/runtime/supervisor.ts'
import type { Trouble } from '#shared/bridge/diagnosis.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'

interface Life {
  request: SidecarRequest
  listen(address: string): void
  die(): void
  stopped: boolean
}

function setup() {
  const clock = createManualClock()
  const lives: Life[] = []
  let ups = 0
  const answers = { is: true }
  let troubles: readonly Trouble[] = []
  const host: HostPort = {
    resolveProxy: async () => null,
    openRoute: () => true,
    quit: () => undefined,
    startSidecar(request): Sidecar {
      const ready = Promise.withResolvers<unknown>()
      const exited = Promise.withResolvers<{ code: number | null; signal: string | null }>()
      const life: Life = {
        request,
        stopped: false,
        listen: (address) => ready.resolve({ listening: address }),
        die() {
          ready.reject(new Error('gone'))
          exited.resolve({ code: null, signal: 'SIGKILL' })
        },
      }
      lives.push(life)
      return {
        ready: ready.promise,
        exited: exited.promise,
        stop: async () => {
          life.stopped = true
          life.die()
        },
      }
    },
  }
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const sidecar = createSupervisedSidecar({
    name: 'service',
    part: 'service',
    host,
    clock,
    log: silent,
    supervisor: createSupervisor({ clock, log: silent, onTroubles: (next) => (troubles = next) }),
    args: ['--port=0'],
    env: { SERVICE_API_KEYS: 'k=a' },
    onUp: () => ups++,
    ask: () => (answers.is ? Promise.resolve() : new Promise(() => undefined)),
  })
  return { clock, lives, sidecar, answers, ups: () => ups, states: () => troubles.map(({ state }) => state) }
}

describe('the embedded service', () => {
  test('a question that comes while it starts waits for its address', async () => {
    const { clock, lives, sidecar } = setup()
    sidecar.start()
    await clock.advance(0)
    const address = sidecar.address()
    lives[0]!.listen('http://127.0.0.1:4010')
    expect(await address).toBe('http://127.0.0.1:4010')
  })

  test('one that hangs is said to, is asked nothing more, and is started again', async () => {
    const { clock, lives, sidecar, answers, states } = setup()
    sidecar.start()
    await clock.advance(0)
    lives[0]!.listen('http://127.0.0.1:1')
    for (let second = 0; second < 60; second++) await clock.advance(1_000)
    expect(states()).toEqual([])
    answers.is = false
    for (let half = 0; half < 7; half++) await clock.advance(500)
    expect(states()).toEqual(['stalled'])
    expect(await sidecar.address()).toBeNull()
    expect(lives).toHaveLength(1)
    for (let second = 0; second < 10; second++) await clock.advance(1_000)
    expect(lives).toHaveLength(2)
    answers.is = true
    lives[1]!.listen('http://127.0.0.1:2')
    await clock.advance(1_000)
    expect(await sidecar.address()).toBe('http://127.0.0.1:2')
    expect(states()).toEqual([])
  })

  test('one that does not come up is not waited for for ever', async () => {
    const { clock, sidecar } = setup()
    sidecar.start()
    await clock.advance(0)
    const address = sidecar.address()
    await clock.advance(4_000)
    expect(await address).toBeNull()
  })

  test('is started again when it dies, ever more slowly, and at once after a good life', async () => {
    const { clock, lives, sidecar, ups } = setup()
    sidecar.start()
    await clock.advance(0)
    lives[0]!.listen('http://127.0.0.1:1')
    await clock.advance(0)
    expect(ups()).toBe(1)
    for (const [index, delay] of [200, 1_000, 5_000, 15_000, 15_000].entries()) {
      lives.at(-1)!.die()
      await clock.advance(delay - 1)
      expect(lives).toHaveLength(index + 1)
      await clock.advance(1)
      expect(lives).toHaveLength(index + 2)
    }
    lives.at(-1)!.listen('http://127.0.0.1:2')
    await clock.advance(20_000)
    lives.at(-1)!.die()
    await clock.advance(0)
    expect(lives).toHaveLength(7)
  })

  test('is said to be started again until it is up, and when it dies every time, that it stays down', async () => {
    const { clock, lives, sidecar, states } = setup()
    sidecar.start()
    await clock.advance(0)
    lives.at(-1)!.die()
    await clock.advance(0)
    expect(states()).toEqual(['restarting'])
    await clock.advance(200)
    lives.at(-1)!.listen('http://127.0.0.1:1')
    await clock.advance(0)
    expect(states()).toEqual([])
    for (let died = 0, step = 0; states()[0] !== 'stopped' && step < 1_000; step++) {
      if (lives.length > died) lives[died++]!.die()
      await clock.advance(200)
    }
    expect(states()).toEqual(['stopped'])
    const before = lives.length
    await clock.advance(3_600_000)
    expect(lives).toHaveLength(before)
    // On the user's request.
    sidecar.start()
    await clock.advance(0)
    lives.at(-1)!.listen('http://127.0.0.1:2')
    await clock.advance(0)
    expect(lives).toHaveLength(before + 1)
    expect(states()).toEqual([])
  })

  test('one that never says where it listens is ended and started again', async () => {
    const { clock, lives, sidecar } = setup()
    sidecar.start()
    await clock.advance(0)
    await clock.advance(60_000)
    expect(lives[0]!.stopped).toBe(true)
    expect(lives.length).toBeGreaterThan(1)
  })

  test('stopped, it is gone and not started again', async () => {
    const { clock, lives, sidecar } = setup()
    sidecar.start()
    await clock.advance(0)
    await sidecar.stop()
    await clock.advance(60_000)
    expect(lives).toHaveLength(1)
    expect(lives[0]!.stopped).toBe(true)
  })

  test('its key goes by environment, never by argument', async () => {
    const { clock, lives, sidecar } = setup()
    sidecar.start()
    await clock.advance(0)
    expect(lives[0]!.request.env).toEqual({ SERVICE_API_KEYS: 'k=a' })
    expect(lives[0]!.request.args.join(' ')).not.toContain('k=a')
  })
})
