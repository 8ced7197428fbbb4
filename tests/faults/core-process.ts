import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'
import { startCore } from '#tests/fakes/core-fixture.ts'

/** A core as a process of its own, so that it can be killed. Its commands come over the IPC channel. */
const [dataDir = '', serviceUrl = ''] = process.argv.slice(2)
const fixture = await startCore(serviceUrl, { dataDir, deriveKey: quickDerive })
process.on('message', (message: { id: number; name: string; args: unknown }) => {
  void fixture.core.router
    .call(message.name, message.args)
    .then((result) => process.send?.({ id: message.id, result }))
})
process.on('disconnect', () => process.exit())
process.send?.({ ready: true })
