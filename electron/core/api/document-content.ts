import type { DraftDocument } from '#shared/bridge/procedures.ts'
import type { ServiceClient } from './service-client.ts'
import type { Vault } from '../store/vault.ts'

/** A document being uploaded. */
export interface DocumentContent {
  body: Parameters<ServiceClient['addDocument']>[1]
  /**
   * True if the local file could not be read to the end. The body is then shorter than its length, so no server
   * accepts it.
   */
  readonly isBroken: boolean
}

/** Opens a document to upload, or `null` when its copy is no longer on this PC. */
export async function documentContent(
  {
    id,
    type,
    url,
    name,
    size = 0,
    mime = 'application/octet-stream',
  }: Pick<DraftDocument, 'id' | 'type' | 'url' | 'name' | 'size' | 'mime'>,
  key: Uint8Array | null,
  vault: Vault,
  onSent: (bytes: number) => void,
): Promise<DocumentContent | null> {
  if (url !== undefined) return { body: { type, url }, isBroken: false }
  const opened = key === null ? null : await vault.read(id, key)
  if (!opened?.ok) return null
  const { value: source } = opened
  let isBroken = false
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      yield* source
    } catch (error) {
      isBroken = true
      throw error
    }
  }
  return {
    body: { type, file: { name, mime, size, bytes: bytes(), onSent } },
    get isBroken() {
      return isBroken
    },
  }
}
