import type { CommandArgs, CommandName, CommandResult } from '#shared/bridge/contract.ts'
import type { RelaySlice, SealingView } from '#shared/bridge/relay.ts'
import { startCore, waitUntil, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { createProcedures, procedureEvent } from '#tests/fakes/procedures.ts'
import { admitPc, newPairing, startRelayProcess } from '#tests/fakes/relay-process.ts'
import { CALM } from './desk.ts'

/** A core, in this process or in one of its own. */
export interface AnyCore {
  value<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<CommandResult<N>>
}

export const sliceOf = async (core: AnyCore): Promise<RelaySlice> =>
  (await core.value('app.snapshot', {})).slices.relay

export const until = (core: AnyCore, condition: (slice: RelaySlice) => boolean) =>
  waitUntil(() => sliceOf(core), condition)

/** What an administrator does in the dialog: compares the words of each PC, and changes the key. */
export async function changeKey(core: AnyCore): Promise<void> {
  const { devices } = await core.value('relay.sealing', {})
  await core.value('relay.change-key', { compared: devices.flatMap(({ publicKey }) => publicKey ?? []) })
}

/** The real relay, a service, and the cores of an office's PCs. The first that is paired administers. */
export async function startSealedOffice() {
  const procedures = createProcedures()
  const service = await startFaultService(procedures.respond)
  const relay = await startRelayProcess('tests')
  const cores: CoreFixture[] = []

  const start = async (dataDir?: string) => {
    const relayTimings = { ...CALM, personMs: 1_000 }
    const core = await startCore(service.url, { relayTimings, ...(dataDir && { dataDir }) })
    cores.push(core)
    return core
  }
  /** Pairs a PC by the relay's administrator. */
  async function pairFirst(core: AnyCore, address = relay.url): Promise<void> {
    const pairing = await newPairing(relay.ask)
    await core.value('relay.pair', { address, code: pairing.code, name: 'Dirección' })
    await admitPc(relay.ask, pairing, core)
    await until(core, (slice) => slice.state === 'live' && slice.sealing.state !== 'unknown')
  }

  let made = 0
  return {
    service,
    relay,
    procedures,
    start,
    pairFirst,
    /** The administrator invites it, compares the words, and confirms. */
    async pair(admin: AnyCore, core: AnyCore, name: string, address = relay.url): Promise<void> {
      const { id, code } = await admin.value('relay.invite', {})
      await core.value('relay.pair', { address, code, name })
      const { pairing } = await until(core, (slice) => slice.pairing?.state === 'waiting')
      const { invitation } = await until(admin, (slice) => slice.invitation?.state === 'claimed')
      if (JSON.stringify(invitation?.words) !== JSON.stringify(pairing?.words)) throw new Error('other words')
      await admin.value('relay.confirm', { id })
      await core.value('relay.confirm-words', {})
      await until(core, (slice) => slice.state === 'live' && slice.sealing.state !== 'unknown')
    },
    /** A procedure that changes, as the operator tells it. */
    async change(): Promise<string> {
      const id = `p${++made}`
      procedures.set(id, 'BLOCKED')
      const { url, header } = relay.inbox
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [header.name]: header.value },
        body: JSON.stringify(procedureEvent(id, 'BLOCKED', Date.now())),
      })
      if (answer.status !== 200) throw new Error(`inbox: ${answer.status}`)
      return id
    },
    /** Waits until that PC has heard of it. */
    heard: (core: AnyCore, id: string) =>
      waitUntil(
        async () => (await core.value('inbox.list', { filter: 'all', limit: 200 })).rows.map((row) => row.id),
        (ids) => ids.includes(id),
      ),
    /** Waits for a state of the keys that an administrator sees. */
    view: (core: AnyCore, condition: (view: SealingView) => boolean) =>
      waitUntil(() => core.value('relay.sealing', {}), condition),
    async stop() {
      await Promise.all(cores.map((core) => core.stop()))
      await relay.stop()
      await service.close()
    },
  }
}
export type SealedOffice = Awaited<ReturnType<typeof startSealedOffice>>
