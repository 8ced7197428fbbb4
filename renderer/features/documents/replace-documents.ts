import type { DraftDocument } from '#shared/bridge/procedures.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { Client } from '../../replica/client.ts'
import type { MadeDocument } from '../document-tools/tool-source.ts'
import { sendDocument } from './intakes.ts'

/**
 * Puts the documents made of others in their place. The originals go last; if one of the new ones is not taken, those
 * that were go again and the originals stay.
 * @returns ids of the new documents
 */
export async function replaceDocuments(
  client: Client,
  draftId: string,
  originals: readonly DraftDocument[],
  documents: readonly MadeDocument[],
): Promise<Result<string[]>> {
  const { bridge } = client
  const made: string[] = []
  const isNew = (id: string) => !originals.some((original) => original.id === id)
  const remove = (id: string) => bridge.call('procedures.document-remove', { documentId: id })
  const [first] = originals
  if (!first) return { ok: true, value: [] }
  for (const { file, guess } of documents) {
    const answer = await sendDocument(client, draftId, file, knownOf(guess, first))
    if (!answer.ok) {
      for (const id of made) await remove(id)
      return answer
    }
    const { document, repeated } = answer.value
    if (!repeated && isNew(document.id)) made.push(document.id)
  }
  for (const { id } of originals) {
    const answer = await remove(id)
    if (!answer.ok && answer.error.code !== 'not-found') return answer
  }
  return { ok: true, value: made }
}

/** Type of a new document: what its tool read, or the same as the original's. */
function knownOf(guess: MadeDocument['guess'], original: DraftDocument) {
  if (guess) return { guess }
  const { type, guessed, reason = 'none' } = original
  return guessed ? { guess: { type, reason } } : { type }
}
