import { Ellipsis, FilePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Client, ClientPaper } from '#shared/bridge/clients.ts'
import { isoDay } from '#shared/domain/calendar.ts'
import { MAX_PAPER_BYTES, paperValidity, type Validity } from '#shared/domain/clients.ts'
import { clientText } from '#shared/text/clients.ts'
import { fileFacts, pastedName, previewText } from '#shared/text/documents.ts'
import { Button } from '../../design/button.tsx'
import { type DroppedFiles, named } from '../../design/dropped-files.ts'
import { FileDrop } from '../../design/file-drop.tsx'
import { later, useLoadSoon } from '../../design/later.tsx'
import { MenuButton } from '../../design/menu.tsx'
import { Sign, type SignKind } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useAt } from '../../replica/use-replica.ts'
import { Section } from '../../app/page.tsx'
import { BusyLine } from '../../app/task-notice.tsx'
import { ConfirmTaskDialog } from '../../app/task-dialogs.tsx'
import { showToast } from '../../app/toasts.ts'
import { useSaveFile } from '../../app/transfers.ts'
import {
  DrawableDialog,
  isForAnotherProgram,
  undrawnWords,
  UNDRAWN_WORDS,
  useDrawable,
  usePaste,
} from '../documents/feature.ts'

const text = clientText.papers

const PaperDialog = later(async () => (await import('./paper-dialog.tsx')).PaperDialog)
const LATER_PARTS = [PaperDialog]

/** Hint for the system's file chooser only. The content decides the type of a file. */
const CHOOSABLE = 'application/pdf,image/jpeg,image/png,image/heic,.pdf,.jpg,.jpeg,.png,.heic,.heif'

const SIGNS: Readonly<Record<Validity, SignKind | null>> = {
  open: null,
  valid: 'ok',
  expiring: 'warn',
  expired: 'stop',
}

type Open =
  | { is: 'file'; instead: ClientPaper | null }
  | { is: 'change'; paper: ClientPaper }
  | { is: 'remove'; paper: ClientPaper }
  | { is: 'view'; paper: ClientPaper }
  | null

/** Papers on file of a client, which are added by a button, a drop or a paste. */
export function ClientPapers({ client }: { client: Client }) {
  const { bridge, now } = useClient()
  const today = useAt(isoDay)
  const chooser = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState<Open>(null)
  /** Files that wait for their type and dates, the first in the dialog. */
  const [files, setFiles] = useState<readonly File[]>([])
  useLoadSoon(LATER_PARTS)
  const file = useSaveFile('clients.paper', text.saved, 'goes-on')

  const take = (dropped: readonly File[], instead: ClientPaper | null) => {
    const fitting = dropped.filter(({ size }) => size <= MAX_PAPER_BYTES)
    if (fitting.length < dropped.length) showToast(text.tooLarge, 'failed')
    if (fitting.length === 0) return
    setFiles(instead ? fitting.slice(0, 1) : fitting)
    setOpen({ is: 'file', instead })
  }
  const takeDropped = ({ files: dropped }: DroppedFiles) =>
    take(
      dropped.map((one) => named(one, (ending) => pastedName(now(), ending))),
      null,
    )
  usePaste(takeDropped)
  const choose = (instead: ClientPaper | null) => {
    setOpen({ is: 'file', instead })
    chooser.current?.click()
  }
  const [first] = files
  const closeFile = () => {
    const left = files.slice(1)
    setFiles(left)
    if (left.length === 0) setOpen(null)
  }
  return (
    <FileDrop documents title={text.drop} detail={text.dropDetail} onDrop={takeDropped}>
      <Section
        title={text.title}
        {...(client.papers.length > 0 && { aside: client.papers.length })}
        actions={
          <Button size="low" tone="plain" icon={FilePlus} onClick={() => choose(null)}>
            {text.add}
          </Button>
        }
      >
        <input
          ref={chooser}
          type="file"
          hidden
          accept={CHOOSABLE}
          onChange={(event) => {
            take([...(event.target.files ?? [])], open?.is === 'file' ? open.instead : null)
            // Lets the user choose the same file again: without a reset, the browser fires no change event.
            event.target.value = ''
          }}
        />
        {client.papers.length === 0 && <p className="small muted">{text.none}</p>}
        {client.papers.length > 0 && (
          <ul className="client-papers" aria-label={text.list}>
            {client.papers.map((paper) => (
              <Paper
                key={paper.id}
                paper={paper}
                today={today}
                onOpen={setOpen}
                onReplace={() => choose(paper)}
                onSave={() => file.save({ id: paper.id })}
              />
            ))}
          </ul>
        )}
      </Section>
      {open?.is === 'file' && first && (
        <PaperDialog
          key={files.length}
          client={client.id}
          paper={open.instead}
          file={first}
          left={files.length - 1}
          onClose={closeFile}
        />
      )}
      {open?.is === 'change' && (
        <PaperDialog
          client={client.id}
          paper={open.paper}
          file={null}
          left={0}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.is === 'remove' && (
        <ConfirmTaskDialog
          title={text.removeTitle(open.paper.name)}
          body={text.removeBody}
          keep={text.keep}
          submit={text.removeIt}
          working={text.removing}
          done={text.removed}
          run={() => bridge.call('clients.remove-paper', { id: open.paper.id })}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.is === 'view' && (
        <PaperView
          paper={open.paper}
          saving={file.saving !== null}
          onSave={() => file.save({ id: open.paper.id })}
          onClose={() => setOpen(null)}
        />
      )}
    </FileDrop>
  )
}

interface PaperProps {
  paper: ClientPaper
  today: string
  onOpen: (open: Open) => void
  onReplace: () => void
  onSave: () => void
}

function Paper({ paper, today, onOpen, onReplace, onSave }: PaperProps) {
  const { name, type, mime, size, signedDay, untilDay, isHere, isShared, person } = paper
  const sign = SIGNS[paperValidity(untilDay, today)]
  const away = isHere ? '' : isShared ? text.isAway : text.isAlone(person)
  return (
    <li className="client-paper">
      <div className="client-paper__words">
        <b>{clientText.types[type]}</b>
        <span className="second clip" title={name}>
          {name}
        </span>
        {untilDay !== null && (
          <span className="client-paper__line small">
            {sign && <Sign kind={sign} />}
            <span>{clientText.validity(paper, today)}</span>
          </span>
        )}
        <span className="tiny muted">
          {[signedDay !== null && text.signed(signedDay), fileFacts(mime, size), away]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <Button
        size="low"
        aria-label={text.openIt(name)}
        disabled={!isHere}
        onClick={() => onOpen({ is: 'view', paper })}
      >
        {text.open}
      </Button>
      <MenuButton
        size="low"
        tone="plain"
        icon={Ellipsis}
        label={text.menu(name)}
        items={[
          { id: 'change', label: text.change, run: () => onOpen({ is: 'change', paper }) },
          { id: 'replace', label: text.replace, run: onReplace },
          ...(isHere ? [{ id: 'save', label: text.save, run: onSave }] : []),
          {
            id: 'remove',
            label: text.remove,
            divided: true,
            run: () => onOpen({ is: 'remove', paper }),
          },
        ]}
      />
    </li>
  )
}

interface PaperViewProps {
  paper: ClientPaper
  saving: boolean
  onSave: () => void
  onClose: () => void
}

/** A paper over the whole window. */
function PaperView({ paper, saving, onSave, onClose }: PaperViewProps) {
  const { bridge } = useClient()
  const { drawable, retry } = useDrawable(paper, ({ signal }) =>
    bridge.read('clients.paper', { id: paper.id }, { signal }),
  )
  return (
    <DrawableDialog
      bringing={<BusyLine words={previewText.bringing} />}
      undrawn={{
        wordsOf: (why) => undrawnWords(UNDRAWN_WORDS, why),
        canRetry: (why) => !isForAnotherProgram(why),
        onRetry: retry,
        canSave: (why) => why === null || isForAnotherProgram(why),
      }}
      label={text.of(paper.name)}
      title={paper.name}
      drawable={drawable}
      save={previewText.save}
      saving={saving}
      onSave={onSave}
      onClose={onClose}
    />
  )
}
