import type { Draft, DraftDocument } from '#shared/bridge/procedures.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { Client } from '../../replica/client.ts'
import type { MadeDocument } from '../document-tools/tool-source.ts'
import { sendDocument } from './intakes.ts'

/** Documents that took the place of others in a draft. */
export interface Replaced {
  made: readonly string[]
  gone: readonly string[]
}

/**
 * Puts the documents made of others in their place. The originals go last; if one of the new ones is not taken, those
 * that were go again and the originals stay.
 */
export async function replaceDocuments(
  client: Client,
  { id: draftId, documents: all }: Pick<Draft, 'id' | 'documents'>,
  originals: readonly DraftDocument[],
  documents: readonly MadeDocument[],
): Promise<Result<Replaced>> {
  const { bridge } = client
  const ids = originals.map(({ id }) => id)
  /** Originals that one of the results is the same as. */
  const same = new Set<string>()
  const made: string[] = []
  const remove = (id: string) => bridge.call('procedures.document-remove', { documentId: id })
  for (const { file, guess } of documents) {
    const answer = await sendDocument(client, draftId, file, { ...knownOf(guess, originals), instead: ids })
    if (!answer.ok) {
      for (const id of made) await remove(id)
      return answer
    }
    const { document, repeated } = answer.value
    if (!repeated) made.push(document.id)
    else if (ids.includes(document.id)) same.add(document.id)
  }
  const gone = ids.filter((id) => !same.has(id))
  const order = all.flatMap(({ id }) => (id === ids[0] ? [...made, id] : [id]))
  if (gone.length > 0) {
    const answer = await bridge.call('procedures.document-swap', { draftId, out: gone, back: [], order })
    // Taken out by another window meanwhile.
    if (!answer.ok && answer.error.code !== 'not-found') return answer
  }
  return { ok: true, value: { made, gone } }
}

/** Type of a new document: what its tool read, or that of the original that is best known. */
function knownOf(guess: MadeDocument['guess'], originals: readonly DraftDocument[]) {
  if (guess) return { guess }
  const known =
    originals.find((original) => !original.guessed) ??
    originals.find(({ reason: why }) => why === 'text' || why === 'name') ??
    originals[0]
  if (!known) return {}
  const { type, guessed, reason = 'none' } = known
  return guessed ? { guess: { type, reason } } : { type }
}
