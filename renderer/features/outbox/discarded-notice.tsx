import { Undo2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { DraftRow } from '#shared/bridge/procedures.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { draftListText as text, draftName } from '#shared/text/outbox.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { isFocusNowhere } from '../../design/focus-restorer.ts'
import { Notice } from '../../design/layout.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { announce } from '../../app/announcer.tsx'
import { FailedNotice } from '../../app/task-notice.tsx'

export interface Discarding {
  discarded: DraftRow | null
  error: AppError | null
  discard: (row: DraftRow) => Promise<void>
  restore: () => Promise<void>
  close: () => void
}

/** Discards an item, and restores the last one. */
export function useDiscarding(): Discarding {
  const { bridge } = useClient()
  const { task, run } = useOnce<'discard' | 'restore'>()
  const [discarded, setDiscarded] = useState<DraftRow | null>(null)
  /** Ids of discards in progress. A second press on the same item is ignored. */
  const going = useRef(new Set<string>())
  return {
    discarded,
    error: task.state === 'failed' ? task.error : null,
    async discard(row) {
      const { id } = row
      if (going.current.has(id)) return
      going.current.add(id)
      const done = await run('discard', () => bridge.call('procedures.draft-discard', { id }))
      going.current.delete(id)
      if (!done) return
      setDiscarded(row)
      announce(text.discarded(draftName(row)))
    },
    async restore() {
      if (!discarded) return
      const done = await run('restore', () => bridge.call('procedures.draft-restore', { id: discarded.id }))
      if (!done) return
      setDiscarded(null)
      announce(text.restored)
    },
    close: () => setDiscarded(null),
  }
}

/** Shortcut and button that discard an item. */
export const discardDraft = (row: DraftRow, onRemove: () => void) =>
  ({
    shortcut: 'drafts.discard',
    onRemove,
    icon: X,
    label: text.discard(draftName(row)),
    title: text.discardShort,
  }) as const

const hasFocus = (id: string) =>
  document.activeElement?.closest<HTMLElement>('[data-draft]')?.dataset['draft'] === id

/**
 * Notice of the item just discarded. The undo button takes the focus that the row had, unless the user has moved the
 * focus meanwhile.
 */
export function DiscardedNotice({ discarding }: { discarding: Discarding }) {
  const { discarded, error, restore, close } = discarding
  const undo = useRef<HTMLButtonElement>(null)
  const hint = useKeyHint()
  const id = discarded?.id
  useEffect(() => {
    if (id !== undefined && (isFocusNowhere() || hasFocus(id))) undo.current?.focus()
  }, [id])
  return (
    <>
      {error && <FailedNotice error={error} />}
      {discarded && (
        <Notice
          icon={<Icon of={Undo2} />}
          actions={
            <>
              <Button ref={undo} size="low" {...hint('drafts.undo')} onClick={() => void restore()}>
                {text.undo}
              </Button>
              <IconButton icon={X} label={text.dismiss} onClick={close} />
            </>
          }
        >
          <p>{text.discarded(draftName(discarded))}</p>
        </Notice>
      )}
    </>
  )
}
