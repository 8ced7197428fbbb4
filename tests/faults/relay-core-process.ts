import { pairPc } from '#tests/fakes/relay-stand-in.ts'
import { startCore } from '#tests/fakes/core-fixture.ts'

/** A core paired with a relay, as a process of its own, so that it can be killed. */
const [dataDir = '', service = '', relay = ''] = process.argv.slice(2)
const core = await startCore(service, { dataDir, relayTimings: { ackMs: 5 } })
if ((await core.slice('relay')).state === 'none') await pairPc(core, relay)
process.on('disconnect', () => process.exit())
process.send?.({ ready: true })
