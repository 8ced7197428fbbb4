import { FileText, Image, RotateCw, Scissors, X, Undo2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import {
  documentsText,
  fileFacts,
  previewText,
  batchText as text,
  readingFacts,
  toolsText,
} from '#shared/text/documents.ts'
import { IconButton, Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useAriaKeys } from '../../app/key-hints.tsx'
import { useFocusShortcuts } from '../../app/shortcuts.ts'
import { Notice } from '../../design/layout.tsx'
import { announce } from '../../app/announcer.tsx'
import {
  DocumentReadingNote,
  isMinor,
  DocumentType,
  retypeByKey,
  DrawnDocument,
  useDrawable,
} from '../documents/feature.ts'
import {
  isPicture,
  type MadeDocument,
  type ToolSource,
  isHeic,
  isPdf,
  CutDialog,
  JoinDialog,
  TurnDialog,
} from '../document-tools/feature.ts'
import { type BatchItem, isUnclear, type SolvableIncident, type BatchChange } from './batch-state.ts'
import type { Batch } from './batch.ts'

interface BatchRowProps {
  item: BatchItem
  /** True if the place of the row does not make the purpose plain. */
  asksGoal: boolean
  incidents: readonly SolvableIncident[]
  ways: {
    retype: (type: string) => void
    aim: (goal: string | null) => void
    remove: () => void
    tools: (() => void) | undefined
  }
}

/** Document that is about to be attached, with its type and its purpose. */
export function BatchRow({ item, asksGoal, incidents, ways }: BatchRowProps) {
  const { file, type, guessed, reason, goal, state, reading } = item
  const { name, size } = file
  const [shown, setShown] = useState(false)
  const takes = useFocusShortcuts()
  const ariaKeys = useAriaKeys()
  const picture = isPicture(file)
  const busy = state === 'sending'
  const keyDown = (event: KeyboardEvent) =>
    takes(event, {
      'batch.remove': !busy && ways.remove,
      'batch.type': !busy && (({ key }) => retypeByKey({ name }, key, ways.retype)),
    })
  const facts = [fileFacts(undefined, size), isMinor(reading) && readingFacts[reading]].filter(Boolean)
  return (
    <li className="batch-row" data-item={item.id}>
      <button
        type="button"
        className="row batch-row__what"
        aria-label={documentsText.viewOf(name)}
        aria-expanded={shown}
        {...ariaKeys('batch.remove')}
        onClick={() => setShown(!shown)}
        onKeyDown={keyDown}
      >
        <Icon of={picture ? Image : FileText} />
        <span className="batch-row__words">
          <span className="batch-row__name">{name}</span>
          <span className="tiny muted figures">{facts.join(' · ')}</span>
        </span>
      </button>
      <div className="batch-row__type">
        {state === 'checking' && guessed ? (
          <span className="small muted">{text.readingOne}</span>
        ) : state === 'sending' ? (
          <span className="small second">{text.sending}</span>
        ) : (
          <DocumentType
            document={{ name, type, guessed, ...(reason && { reason }) }}
            quick
            onChange={ways.retype}
          />
        )}
      </div>
      <span className="batch-row__ways">
        {ways.tools && !busy && (
          <IconButton
            icon={picture ? RotateCw : Scissors}
            label={picture ? toolsText.turnOf(name) : toolsText.cutOf(name)}
            title={picture ? toolsText.turn : toolsText.cut}
            onClick={ways.tools}
          />
        )}
        <IconButton icon={X} label={text.remove(name)} named disabled={busy} onClick={ways.remove} />
      </span>
      {asksGoal && incidents.length > 0 && (
        <select
          className="select-field batch-row__goal"
          aria-label={text.for(name)}
          value={goal ?? ''}
          disabled={busy}
          onChange={(event) => ways.aim(event.target.value || null)}
        >
          <option value="">{text.forProcedure}</option>
          {incidents.map(({ id, title }) => (
            <option key={id} value={id}>
              {text.forIncident(title)}
            </option>
          ))}
        </select>
      )}
      {isUnclear(item, incidents) && <p className="small second batch-row__unclear">{text.unclear}</p>}
      {reading && !isMinor(reading) && <DocumentReadingNote reading={reading} />}
      {shown && <Preview item={item} />}
    </li>
  )
}

/** Preview of the file as it will be sent. */
function Preview({ item: { id, file } }: { item: BatchItem }) {
  const { drawable, retry } = useDrawable({ id }, () => Promise.resolve({ ok: true, value: file }))
  return (
    <div className="batch-row__preview">
      <DrawnDocument drawable={drawable} label={previewText.of(file.name)} onRetry={retry} />
    </div>
  )
}

export type ToolsOpen = { what: 'one'; item: BatchItem } | { what: 'join' }

/** True if some tool can be used on the document. */
export const hasTools = ({ file, state, reading }: BatchItem): boolean =>
  state === 'ready' && reading !== 'locked' && reading !== 'damaged' && (isPdf(file) || isPicture(file))

export const isJoinable = ({ file }: BatchItem): boolean => isPicture(file)

interface BatchToolsProps {
  open: ToolsOpen | null
  /** Documents that are ready. */
  items: readonly BatchItem[]
  change: BatchChange | null
  batch: Batch
  onClose: () => void
}

/** Tools for documents that are about to be attached, and the undo of the last tool. */
export function BatchTools({ open, items, change, batch, onClose }: BatchToolsProps) {
  const replace = (
    ids: readonly string[],
    made: readonly MadeDocument[],
    words: string,
    keepType: boolean,
  ) => {
    batch.replace(ids, made, { words, keepType })
    announce(words)
    onClose()
  }
  return (
    <>
      {change && (
        <Notice
          icon={<Icon of={Undo2} />}
          actions={
            <Button size="low" onClick={batch.undo}>
              {documentsText.undo}
            </Button>
          }
        >
          <p>{change.words}</p>
        </Notice>
      )}
      {open?.what === 'one' && (
        <OneTool
          item={open.item}
          onClose={onClose}
          onAccept={(made) =>
            replace(
              [open.item.id],
              made,
              toolsText.replaced(open.item.file.name, made.length),
              isPicture(open.item.file),
            )
          }
        />
      )}
      {open?.what === 'join' && (
        <JoinDialog
          sources={items.filter(isJoinable).map(sourceOf)}
          heic={items.filter(({ file }) => isHeic(file)).length}
          onClose={onClose}
          onAccept={(ids, file) => replace(ids, [{ file }], toolsText.joined(ids.length), true)}
        />
      )}
    </>
  )
}

function OneTool({
  item,
  ...rest
}: {
  item: BatchItem
  onAccept: Parameters<typeof CutDialog>[0]['onAccept']
  onClose: () => void
}) {
  const source = sourceOf(item)
  return isPdf(item.file) ? <CutDialog source={source} {...rest} /> : <TurnDialog source={source} {...rest} />
}

const sourceOf = ({ id, file }: BatchItem): ToolSource => ({
  id,
  name: file.name,
  // If the file disappears while it is read, the tool reports that it is gone.
  read: () =>
    file.arrayBuffer().then(
      (bytes) => new Blob([bytes], { type: file.type }),
      () => null,
    ),
})
