import { useRef, useState } from 'react'
import type { Draft, DraftDocument } from '#shared/bridge/procedures.ts'
import type { Result } from '#shared/bridge/result.ts'
import { documentsText as text, linkText } from '#shared/text/documents.ts'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { announce } from '../../ui-state/announcer.ts'
import type { MadeDocument } from '../document-tools/tool-source.ts'
import { type Replaced, replaceDocuments } from './replace-documents.ts'

/** A change that can be undone. */
export interface UndoableChange extends Replaced {
  words: string
  /** Ids of all the documents before it, in order. */
  order: readonly string[]
}

/**
 * Actions on the documents of a draft. Changes come back with the draft itself.
 * @param onReplaced called with the ids of documents and of those that took their place
 */
export function useDocumentChanges(
  draft: Draft,
  onReplaced: (from: readonly string[], to: readonly string[]) => void,
) {
  const client = useClient()
  const { bridge } = client
  const { task, run, forget } = useOnce<'change' | 'link'>()
  /** The last one is undone first. */
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
    /** The user confirms the guessed types. */
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
      // Pressed again before the removal ended.
      if (removing.current.has(id)) return false
      removing.current.add(id)
      const answer = await bridge.call('procedures.document-remove', { documentId: id })
      removing.current.delete(id)
      // A failure is shown like any other change's; a removal counts whatever else was pressed meanwhile.
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
     * Brings back what the last change took away, as it was.
     * @returns id of the first that is back
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
      // The core has started again, or another window did it: it cannot be undone any more.
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
     * The documents made of others take their place, and it can be undone. The originals go only once all that was made
     * is in the draft.
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
