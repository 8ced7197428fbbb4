import { useCallback, useEffect, useState } from 'react'
import type { SharedHistory } from '#shared/bridge/sharing.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import { LABEL_FIELD, NOTE_FIELD } from '#shared/records/case-fields.ts'
import { shortWhen } from '#shared/text/dates.ts'
import { fieldLabel } from '#shared/text/fields.ts'
import { historyText as text } from '#shared/text/procedure.ts'
import { FailedNotice, BusyLine } from '../../app/task-notice.tsx'
import { SettingItem, SettingItems } from '../../app/setting-rows.tsx'
import { showToast } from '../../app/toasts.ts'
import { Button } from '../../design/button.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { type Client, useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { ANNOTATION_FIELDS, type AnnotationField } from './annotation-notes.tsx'

interface AnnotationHistoryProps {
  id: string
  /** `null` for an unknown type. */
  kind: DraftKind | null
}

/** Values of a procedure that the user or a colleague replaced, once the office shares them. */
export function AnnotationHistory({ id, kind }: AnnotationHistoryProps) {
  const isShared = (useSlice('sharing')?.state ?? 'off') !== 'off'
  const [isOpen, setIsOpen] = useState(false)
  return (
    isShared && (
      <>
        <Button tone="plain" size="low" onClick={() => setIsOpen(true)}>
          {text.open}
        </Button>
        {isOpen && <HistoryDialog id={id} kind={kind} onClose={() => setIsOpen(false)} />}
      </>
    )
  )
}

function HistoryDialog({ id, kind, onClose }: AnnotationHistoryProps & { onClose: () => void }) {
  const client = useClient()
  const { bridge } = client
  const now = useNow(15_000)
  const { task, run } = useOnce<'read' | 'restore'>()
  const [replaced, setReplaced] = useState<readonly ReplacedValue[] | null>(null)
  const read = useCallback(async () => {
    const done = await run('read', () => bridge.call('sharing.history', { kind: 'case', key: id }))
    if (done) setReplaced(listReplaced(done.value, kind))
  }, [bridge, id, kind, run])
  useEffect(() => void read(), [read])
  const restore = async (one: ReplacedValue) => {
    const done = await run('restore', () => restoreValue(client, id, one))
    if (!done) return
    showToast(text.restored(one.label))
    await read()
  }
  return (
    <TitledDialog
      title={text.title}
      onClose={onClose}
      actions={
        <Button data-safe onClick={onClose}>
          {text.close}
        </Button>
      }
    >
      {replaced?.length === 0 && <p className="muted">{text.none}</p>}
      {replaced !== null && replaced.length > 0 && (
        <SettingItems>
          {replaced.map((one) => (
            <SettingItem
              key={`${one.field} ${one.at}`}
              name={text.value(one.label, one.shown)}
              line={text.line(one.isOwn ? text.here : one.person || text.elsewhere, shortWhen(one.at, now))}
            >
              <Button
                size="low"
                disabled={task.state === 'busy'}
                aria-label={text.restoreOf(one.label, one.shown)}
                onClick={() => void restore(one)}
              >
                {text.restore}
              </Button>
            </SettingItem>
          ))}
        </SettingItems>
      )}
      {task.state === 'busy' && <BusyLine words={text.busy} />}
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </TitledDialog>
  )
}

/** A value that is no longer the present one. */
interface ReplacedValue {
  field: string
  label: string
  /** Value in words: the text of a note, the name of a label. */
  shown: string
  at: number
  person: string
  isOwn: boolean
}

const isText = (field: string): field is AnnotationField => ANNOTATION_FIELDS.some((name) => name === field)

/** Replaced values, the last replaced first. A field of a later version of the program is left out. */
function listReplaced({ fields }: SharedHistory, kind: DraftKind | null): ReplacedValue[] {
  return fields
    .flatMap(({ field, versions: [present, ...older] }) =>
      older.flatMap(({ value, ...version }) => {
        const described = value === null || value === present?.value ? null : describe(field, value, kind)
        return described ? [{ field, ...version, ...described }] : []
      }),
    )
    .toSorted((a, b) => b.at - a.at)
}

function describe(field: string, value: string | number | boolean, kind: DraftKind | null) {
  if (field.startsWith(LABEL_FIELD)) return { label: text.label, shown: field.slice(LABEL_FIELD.length) }
  if (typeof value !== 'string') return null
  if (field.startsWith(NOTE_FIELD)) return { label: text.note, shown: readNote(value) }
  if (field === 'assigned') return { label: text.assigned, shown: value }
  return isText(field) ? { label: fieldLabel(field, kind), shown: value } : null
}

function readNote(value: string): string {
  try {
    const note = JSON.parse(value) as { text?: unknown } | null
    return typeof note?.text === 'string' ? note.text : ''
  } catch {
    return ''
  }
}

/** Writes a value again, as the newest one. A note becomes a new note. */
async function restoreValue({ bridge }: Client, id: string, one: ReplacedValue): Promise<Result<unknown>> {
  const selection = { ids: [id] }
  if (one.field.startsWith(LABEL_FIELD))
    return bridge.call('cases.label', { selection, add: [one.shown], remove: [] })
  if (one.field.startsWith(NOTE_FIELD)) return bridge.call('case-notes.add', { id, text: one.shown })
  if (one.field === 'assigned') return bridge.call('cases.assign', { selection, person: one.shown })
  const known = await bridge.call('annotations.get', { id })
  if (!known.ok) return known
  return bridge.call('annotations.save', {
    id,
    version: known.value.version,
    fields: { [one.field]: one.shown },
  })
}
