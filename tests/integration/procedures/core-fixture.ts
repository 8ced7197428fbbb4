import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'
import { startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import type { ProcedureCommands } from '#tests/fakes/procedure-fixture.ts'
import type { CoreDeps } from '#electron/core/core.ts'

export interface ProcedureFixture
  extends ProcedureCommands, Pick<CoreFixture, 'core' | 'dataDir' | 'frames' | 'slice' | 'logged' | 'stop'> {
  /** Bytes that the preview shows. */
  read(documentId: string): Promise<Buffer | string>
}

/** Started core that sends at once, unless configured with time to undo. */
export async function startProcedures(
  url: string,
  overrides: Partial<CoreDeps> = {},
  undoSeconds = 0,
): Promise<ProcedureFixture> {
  const fixture = await startCore(url, { deriveKey: quickDerive, ...overrides })
  await fixture.value('settings.update', { undoSeconds })
  async function* once(bytes: Uint8Array) {
    for (let at = 0; at < bytes.byteLength; at += 50_000) yield bytes.subarray(at, at + 50_000)
  }
  return {
    ...fixture,
    receive: (args, bytes) =>
      fixture.core.router.receive(
        'procedures.document-add',
        args,
        once(bytes),
        new AbortController().signal,
      ) as ReturnType<ProcedureCommands['receive']>,
    async read(documentId) {
      const sent = await fixture.core.router.send(
        'procedures.document',
        { documentId },
        new AbortController().signal,
      )
      if (!sent.ok) return sent.error.code
      const chunks: Uint8Array[] = []
      for await (const chunk of sent.value.bytes) chunks.push(chunk)
      return Buffer.concat(chunks)
    },
  }
}
