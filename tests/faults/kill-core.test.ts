import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { CommandArgs, CommandName, CommandResult } from '#shared/bridge/contract.ts'
import type { Result } from '#shared/bridge/result.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { reducedReports, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'

/** `npm run faults -- --rounds=N` sets it; the gate runs ten. */
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 10)

const entry = fileURLToPath(new URL('core-process.ts', import.meta.url))
let service: FaultService
let dataDir: string

beforeEach(async () => {
  service = await startFaultService(reducedReports(undefined, 2))
  dataDir = await temporaryDirectory()
})
afterEach(() => service.close())
afterAll(removeTemporaryDirectories)

interface CoreProcess {
  call<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<CommandResult<N>>
  kill(): Promise<void>
}

async function startCoreProcess(): Promise<CoreProcess> {
  const child: ChildProcess = fork(entry, [dataDir, service.url], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  const waiting = new Map<number, (result: Result<unknown>) => void>()
  let lastId = 0
  child.on('message', ({ id, result }: { id: number; result: Result<unknown> }) => {
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  return {
    call: (name, args) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, (result) =>
          result.ok ? resolve(result.value as never) : reject(new Error(`${name}: ${result.error.code}`)),
        )
        // A killed process answers nothing: the promise is then simply dropped.
        child.send({ id, name, args }, () => undefined)
      }),
    async kill() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

test(
  `killed at any moment, ${ROUNDS} times: no verdict that was shown is lost, no question is forgotten`,
  async () => {
    const shown = new Set<string>()
    const asked = new Set<string>()
    let core = await startCoreProcess()
    for (let round = 0; round < ROUNDS; round++) {
      const plates = Array.from({ length: 4 }, (_, i) => `${String(1000 + round * 4 + i)}BCD`)
      for (const vrm of plates) {
        void core.call('lookup.start', { vrm }).then((view) => {
          asked.add(vrm)
          if (view.latest) shown.add(vrm)
        })
      }
      const watching = setInterval(() => {
        for (const vrm of plates) {
          void core.call('lookup.get', { vrm }).then((view) => view.latest && shown.add(vrm))
        }
      }, 5)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 500))
      await core.kill()
      clearInterval(watching)

      core = await startCoreProcess()
      const { slices } = await core.call('app.snapshot', {})
      expect(slices.store.state).toBe('open')
      expect(slices.notices).toEqual([])
      for (const vrm of shown)
        expect((await core.call('lookup.get', { vrm })).latest?.outcome).toBe('transferable')
    }
    const deadline = Date.now() + 15_000
    const answered = async (vrm: string) => (await core.call('lookup.get', { vrm })).latest !== null
    for (const vrm of asked) {
      while (!(await answered(vrm))) {
        if (Date.now() > deadline) throw new Error(`${vrm} was asked and forgotten`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    expect(asked.size).toBeGreaterThan(ROUNDS)
    await core.kill()
  },
  30_000 + ROUNDS * 5_000,
)
