import type { BackupContents, Restored } from '#shared/bridge/backup.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { CoreFixture } from '#tests/fakes/core-fixture.ts'

export const PASSPHRASE = 'caballo correcto batería'

type WithRouter = Pick<CoreFixture, 'core'>

/** Backup, as the user would save it. */
export async function copyOf({ core }: WithRouter, passphrase = PASSPHRASE): Promise<Buffer> {
  const sent = await core.router.send('backup.save', { passphrase }, new AbortController().signal)
  if (!sent.ok) throw new Error(sent.error.code)
  const chunks: Uint8Array[] = []
  for await (const chunk of sent.value.bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export function readCopy(
  { core }: WithRouter,
  copy: Uint8Array,
  passphrase = PASSPHRASE,
): Promise<Result<BackupContents>> {
  async function* pieces() {
    for (let at = 0; at < copy.byteLength; at += 60_000) yield copy.subarray(at, at + 60_000)
  }
  const { signal } = new AbortController()
  return core.router.receive('backup.read', { passphrase }, pieces(), signal) as Promise<
    Result<BackupContents>
  >
}

/** Reads and merges a backup; a failure fails the test. */
export async function restore(
  fixture: WithRouter & Pick<CoreFixture, 'value'>,
  copy: Uint8Array,
): Promise<Restored> {
  const read = await readCopy(fixture, copy)
  if (!read.ok) throw new Error(`${read.error.code} ${read.error.detail ?? ''}`)
  return fixture.value('backup.merge', { token: read.value.token, otherAccount: true })
}
