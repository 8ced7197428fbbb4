import { useRef, useState } from 'react'
import type { Draft, DraftDocument, ProcedureAbilities } from '#shared/bridge/procedures.ts'
import type { Result } from '#shared/bridge/result.ts'
import { documentsText as text, linkText } from '#shared/text/app-documents.ts'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { announce } from '../../ui-state/announcer.ts'
import type { MadeDocument } from '../document-tools/tool-source.ts'
import { intakeOf } from './intakes.ts'
import { replaceDocuments } from './replace-documents.ts'

/** Removed document, with what restoring it needs. */
export interface RemovedDocument {
  document: DraftDocument
  /** Its bytes, if they could be read; without them the file is gone from this PC. */
  file: File | null
  /** What took its place: the words of the change, and the documents that go if it is undone. */
  replaced?: { words: string; made: readonly string[]; others: readonly RemovedDocument[] }
}

/** Actions on the documents of a draft. Changes come back with the draft itself. */
export function useDocumentChanges(draft: Draft, abilities: ProcedureAbilities) {
  const client = useClient()
  const { bridge } = client
  const { task, run, forget } = useOnce<'change' | 'link'>()
  /** The last one is restored first. */
  const [removed, setRemoved] = useState<readonly RemovedDocument[]>([])
  const removing = useRef(new Set<string>())

  const link = (url: string, type?: string) =>
    run('link', () =>
      bridge.call('procedures.document-link', {
        draftId: draft.id,
        url: url.trim(),
        ...(type !== undefined && { type }),
      }),
    )

  /** Reads the bytes before removing it: this PC's copy may be the only one, as of a pasted image. */
  const fileOf = async ({ id, name, mime, preview }: DraftDocument): Promise<File | null> => {
    if (!preview) return null
    const bytes = await bridge.read('procedures.document', { documentId: id })
    return bytes.ok ? new File([bytes.value], name, mime === undefined ? {} : { type: mime }) : null
  }

  const giveBack = async ({ document, file }: RemovedDocument) => {
    const type = document.guessed ? undefined : document.type
    if (file) intakeOf(client, draft.id).add([file], abilities.maxDocumentBytes, type)
    else if (document.url !== undefined) await link(document.url, type)
  }

  return {
    removed: removed.at(-1) ?? null,
    error: task.state === 'failed' && task.what === 'change' ? task.error : null,
    linkError: task.state === 'failed' && task.what === 'link' ? task.error : null,
    linking: task.state === 'busy' && task.what === 'link',
    forget,
    async retype(document: DraftDocument, type: string) {
      await run('change', () => bridge.call('procedures.document-type', { documentId: document.id, type }))
    },
    /** The user confirms the guessed types. */
    async trust(documents: readonly DraftDocument[]) {
      const done = await run('change', async (): Promise<Result<null>> => {
        for (const { id, type } of documents) {
          const answer = await bridge.call('procedures.document-type', { documentId: id, type })
          if (!answer.ok) return answer
        }
        return { ok: true, value: null }
      })
      if (done) announce(text.trusted)
    },
    async link(url: string): Promise<boolean> {
      const done = await link(url)
      if (done) announce(linkText.added)
      return done !== null
    },
    async remove(document: DraftDocument): Promise<boolean> {
      const { id } = document
      // Pressed again before the removal ended.
      if (removing.current.has(id)) return false
      removing.current.add(id)
      const file = await fileOf(document)
      const answer = await bridge.call('procedures.document-remove', { documentId: id })
      removing.current.delete(id)
      // A failure is shown like any other change's; a removal counts whatever else was pressed meanwhile.
      if (!answer.ok) {
        await run('change', () => Promise.resolve(answer))
        return false
      }
      setRemoved((before) => [...before, { document, file }])
      announce(text.removed(document.name))
      return true
    },
    async undo() {
      const last = removed.at(-1)
      if (!last) return
      setRemoved((before) => before.filter((one) => one !== last))
      await giveBack(last)
      for (const other of last.replaced?.others ?? []) await giveBack(other)
      for (const id of last.replaced?.made ?? [])
        await bridge.call('procedures.document-remove', { documentId: id })
    },
    /**
     * The documents made of others take their place, and it can be undone. The originals go only once all that was made
     * is in the draft.
     */
    async replace(originals: readonly DraftDocument[], results: readonly MadeDocument[], words: string) {
      const [first] = originals
      if (!first) return
      const kept = await Promise.all(
        originals.map(async (document) => ({ document, file: await fileOf(document) })),
      )
      const done = await run('change', () => replaceDocuments(client, draft.id, originals, results))
      if (!done) return
      const [main, ...others] = kept
      if (main)
        setRemoved((before) => [...before, { ...main, replaced: { words, made: done.value, others } }])
      announce(words)
    },
    forgetRemoved: () => setRemoved([]),
  }
}

export type DocumentChanges = ReturnType<typeof useDocumentChanges>

export const canGiveBack = ({ document, file }: RemovedDocument) =>
  file !== null || document.url !== undefined
