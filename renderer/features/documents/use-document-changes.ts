import { useRef, useState } from 'react'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import type { Draft, DraftDocument } from '#shared/bridge/procedures.ts'
import type { Result } from '#shared/bridge/result.ts'
import { DOCUMENT_PARTIES } from '#shared/domain/procedures/checklists.ts'
import { documentsText as text, linkText } from '#shared/text/documents.ts'
import { useClient, type Client } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { announce } from '../../app/announcer.tsx'
import type { MadeDocument } from '../document-tools/feature.ts'
import { sendDocument } from './intake.ts'

/** A change that can be undone. */
interface UndoableChange extends Replaced {
  words: string
  /** Ids of all documents before the change, in order. */
  order: readonly string[]
}

/**
 * Actions on the documents of a draft. The changed documents arrive with the draft itself.
 * @param onReplaced called with the ids of replaced documents and of their replacements
 */
export function useDocumentChanges(
  draft: Draft,
  onReplaced: (from: readonly string[], to: readonly string[]) => void,
) {
  const client = useClient()
  const { bridge } = client
  const { task, run, forget } = useOnce<'change' | 'link'>()
  /** Changes that can be undone. The last change is undone first. */
  const [done, setDone] = useState<readonly UndoableChange[]>([])
  const order = draft.documents.map(({ id }) => id)
  const removing = useRef(new Set<string>())
  const undoing = useRef(false)

  const link = (url: string) =>
    run('link', () => bridge.call('procedures.document-link', { draftId: draft.id, url: url.trim() }))

  return {
    undoable: done.at(-1) ?? null,
    error: task.state === 'failed' && task.what === 'change' ? task.error : null,
    linkError: task.state === 'failed' && task.what === 'link' ? task.error : null,
    linking: task.state === 'busy' && task.what === 'link',
    forget,
    async retype(document: DraftDocument, type: string) {
      await run('change', () => bridge.call('procedures.document-type', { documentId: document.id, type }))
    },
    async setParty(document: DraftDocument, party: CommandArgs<'procedures.document-party'>['party']) {
      await run('change', () => bridge.call('procedures.document-party', { documentId: document.id, party }))
    },
    /** Confirms the guessed types. */
    async trust(documents: readonly DraftDocument[]) {
      const confirmed = await run('change', async (): Promise<Result<null>> => {
        for (const { id, type } of documents) {
          const answer = await bridge.call('procedures.document-type', { documentId: id, type })
          if (!answer.ok) return answer
        }
        return { ok: true, value: null }
      })
      if (confirmed) announce(text.trusted)
    },
    async link(url: string): Promise<boolean> {
      const added = await link(url)
      if (added) announce(linkText.added)
      return added !== null
    },
    async remove(document: DraftDocument): Promise<boolean> {
      const { id } = document
      // The removal of this document is still pending.
      if (removing.current.has(id)) return false
      removing.current.add(id)
      const answer = await bridge.call('procedures.document-remove', { documentId: id })
      removing.current.delete(id)
      // Show the failure like that of any other change. The removal itself is outside `run`, which ignores the answer
      // of a task once another one starts.
      if (!answer.ok) {
        await run('change', () => Promise.resolve(answer))
        return false
      }
      const words = text.removed(document.name)
      setDone((before) => [...before, { words, made: [], gone: [id], order }])
      announce(words)
      return true
    },
    /**
     * Undoes the last change: the documents return as they were.
     * @returns id of the first restored document; `null` on a failure, or while another change can be undone
     */
    async undo(): Promise<string | null> {
      const last = done.at(-1)
      if (!last || undoing.current) return null
      undoing.current = true
      const { made: out, gone: back, order: before } = last
      const answer = await bridge.call('procedures.document-swap', {
        draftId: draft.id,
        out: [...out],
        back: [...back],
        order: [...before],
      })
      undoing.current = false
      // The core has restarted, or another window undid the change: it can no longer be undone.
      const isOver = answer.ok || answer.error.code === 'not-found'
      if (isOver) setDone((changes) => changes.filter((one) => one !== last))
      if (!answer.ok) {
        await run('change', () => Promise.resolve(answer))
        return null
      }
      onReplaced(out, back)
      return done.length === 1 ? (back[0] ?? null) : null
    },
    /**
     * Replaces documents by those made from them, and offers an undo. The originals are removed only when all new
     * documents are in the draft.
     */
    async replace(originals: readonly DraftDocument[], results: readonly MadeDocument[], words: string) {
      const replaced = await run('change', () => replaceDocuments(client, draft, originals, results))
      if (!replaced) return
      const { made, gone } = replaced.value
      setDone((before) => [...before, { words, made, gone, order }])
      onReplaced(gone, made)
      announce(words)
    },
    forgetUndoable: () => setDone([]),
  }
}

export type DocumentChanges = ReturnType<typeof useDocumentChanges>

/** Documents that replaced others in a draft. */
interface Replaced {
  made: readonly string[]
  gone: readonly string[]
}

/**
 * Puts the documents made from the originals in their place. The originals are removed last. If a new document is
 * refused, the new ones before it are removed and the originals stay.
 */
async function replaceDocuments(
  client: Client,
  { id: draftId, documents: all }: Pick<Draft, 'id' | 'documents'>,
  originals: readonly DraftDocument[],
  documents: readonly MadeDocument[],
): Promise<Result<Replaced>> {
  const { bridge } = client
  const ids = originals.map(({ id }) => id)
  /** Originals that are identical to one of the results. */
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
    // Another window has removed an original meanwhile.
    if (!answer.ok && answer.error.code !== 'not-found') return answer
  }
  return { ok: true, value: { made, gone } }
}

/** Type and party of a new document: the guess of its tool, or the best-known type among the originals. */
function knownOf(guess: MadeDocument['guess'], originals: readonly DraftDocument[]) {
  return { ...typeOf(guess, originals), ...partyOf(originals) }
}

/** Party that all originals have. */
function partyOf([first, ...others]: readonly DraftDocument[]) {
  const party = DOCUMENT_PARTIES.find((one) => one === first?.party)
  return party !== undefined && others.every((other) => other.party === party) ? { party } : {}
}

function typeOf(guess: MadeDocument['guess'], originals: readonly DraftDocument[]) {
  if (guess) return { guess }
  const known =
    originals.find((original) => !original.guessed) ??
    originals.find(({ reason: why }) => why === 'text' || why === 'name') ??
    originals[0]
  if (!known) return {}
  const { type, guessed, reason = 'none' } = known
  return guessed ? { guess: { type, reason } } : { type }
}
