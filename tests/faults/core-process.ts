import { appendFileSync } from 'node:fs'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'
import { createShiftedClock } from '#tests/fakes/shifted-clock.ts'
import { hostPointingAt, startCore } from '#tests/fakes/core-fixture.ts'

/**
 * A core as a process of its own, so that it can be killed. Its commands come over the IPC channel. With a third
 * argument it appends the tags of raised notifications to that file at once, as a screen shows them. The fourth sets its
 * clock ahead, in milliseconds.
 */
const [dataDir = '', serviceUrl = '', raised = '', ahead = '0'] = process.argv.slice(2)
const fixture = await startCore(serviceUrl, {
  dataDir,
  deriveKey: quickDerive,
  clock: createShiftedClock(Date.now() + Number(ahead)),
  ...(raised !== '' && {
    host: {
      ...hostPointingAt(() => serviceUrl),
      async notify({ tag }) {
        appendFileSync(raised, `${tag}\n`)
        return 'shown'
      },
    },
  }),
})
process.on(
  'message',
  ({ id, name, args, bytes }: { id: number; name: string; args: unknown; bytes?: string }) => {
    const { router } = fixture.core
    const answer =
      bytes === undefined
        ? router.call(name, args)
        : router.receive(name, args, one(Buffer.from(bytes, 'base64')), new AbortController().signal)
    void answer.then((result) => process.send?.({ id, result }))
  },
)
async function* one(bytes: Uint8Array) {
  yield bytes
}
process.on('disconnect', () => process.exit())
process.send?.({ ready: true })
