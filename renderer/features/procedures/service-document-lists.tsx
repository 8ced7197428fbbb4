import { Download, Ellipsis, HardDriveDownload, Plus, Printer, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ServiceDocument } from '#shared/bridge/service-documents.ts'
import type { ReadIncident } from '#shared/text/incidents.ts'
import {
  serviceDocumentsText as text,
  attachmentText,
  serviceDocumentErrors,
} from '#shared/text/procedure.ts'
import { resourceWords } from '#shared/text/resources.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import type { DroppedFiles } from '../../design/dropped-files.ts'
import { Icon } from '../../design/icon.tsx'
import { type MenuItem, MenuButton } from '../../design/menu.tsx'
import { Notice, NoticeWords, TransferBar } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { BusyLine } from '../../app/task-notice.tsx'
import { Section } from '../../app/page.tsx'
import { previewText, pdfText } from '#shared/text/documents.ts'
import {
  DrawableDialog,
  type Offers,
  PaperOffers,
  ScanMenu,
  type UndrawnWords,
  undrawnWords,
  isForAnotherProgram,
  useDrawable,
} from '../documents/feature.ts'
import { documentTitle } from './procedure-facts.ts'
import { ServiceDocumentRows } from './service-document-rows.tsx'
import type { ServiceDocuments } from './use-service-documents.ts'
import './attachments.css'
import '../documents/documents.css'

export interface ServiceDocumentListsProps {
  serviceDocuments: ServiceDocuments
  /** Documents named by the body, used until the list of documents is loaded. */
  fallback: { client: readonly ServiceDocument[] | null; generated: readonly ServiceDocument[] | null }
  incidents: readonly ReadIncident[]
  /** True once the procedure has ended: finished documents then come first. */
  ended: boolean
  now: number
  /** Starts to attach another document; absent if the procedure accepts none. */
  onAdd?: (() => void) | undefined
  /** Called with files of the scanner. */
  onFiles: (files: DroppedFiles) => void
  /** Choice of the party of a document of the client; absent if its procedure type is unknown. */
  partyOf: ((serviceDocument: ServiceDocument) => ReactNode) | undefined
  /** Papers on file that can be added. */
  offers: Offers
}

/** Documents of the client and of the service, in two lists. */
export function ServiceDocumentLists({
  serviceDocuments,
  fallback,
  incidents,
  ended,
  now,
  onAdd,
  onFiles,
  partyOf,
  offers,
}: ServiceDocumentListsProps) {
  const [open, setOpen] = useState<string | null>(null)
  const all = serviceDocuments.serviceDocuments
  const of = (which: ServiceDocument['which']) => {
    const some = all?.filter((serviceDocument) => serviceDocument.which === which) ?? []
    // An absent list is not an empty list.
    return some.length > 0 || (all && fallback[which]) ? some : fallback[which]
  }
  const shown =
    open === null ? undefined : [...(of('client') ?? []), ...(of('generated') ?? [])].find(isCalled(open))
  const rows = {
    incidents,
    now,
    onOpen: (serviceDocument: ServiceDocument) => setOpen(serviceDocument.documentId),
    onSave: serviceDocuments.save,
  }

  const client = (
    <Section
      title={text.client}
      aside={amount(of('client'))}
      actions={
        onAdd && (
          <>
            <ScanMenu onFiles={onFiles} size="low" />
            <Button
              tone="plain"
              size="low"
              icon={Plus}
              aria-label={attachmentText.addTitle}
              data-adds
              onClick={onAdd}
            >
              {attachmentText.add}
            </Button>
          </>
        )
      }
    >
      <List
        serviceDocuments={of('client')}
        none={text.noneClient}
        label={text.client}
        wide={false}
        partyOf={partyOf}
        {...rows}
      />
      {onAdd && <PaperOffers offers={offers} />}
    </Section>
  )
  const generated = of('generated')
  const ready = (
    <Section
      title={text.generated}
      aside={amount(generated)}
      actions={
        generated &&
        generated.length > 0 && (
          <Ways serviceDocuments={serviceDocuments} generated={generated} wide={ended} />
        )
      }
    >
      <Busy serviceDocuments={serviceDocuments} />
      <List
        serviceDocuments={generated}
        none={text.noneGenerated}
        label={text.generated}
        wide={ended}
        {...rows}
      />
    </Section>
  )
  return (
    <>
      {serviceDocuments.error && (
        <Notice role="note" icon={<Sign kind="unknown" />}>
          <NoticeWords title={text.unreadable} body={errorTexts[serviceDocuments.error.code].title} />
        </Notice>
      )}
      {ended ? (
        <>
          {ready}
          {client}
        </>
      ) : (
        <div className="procedure__pair">
          {client}
          {ready}
        </div>
      )}
      {shown && (
        <ServiceDocumentPreview
          serviceDocument={shown}
          serviceDocuments={serviceDocuments}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

const isCalled = (id: string) => (serviceDocument: ServiceDocument) => serviceDocument.documentId === id
const amount = (serviceDocuments: readonly ServiceDocument[] | null) =>
  serviceDocuments && serviceDocuments.length > 0 ? serviceDocuments.length : undefined

function List({
  serviceDocuments,
  none,
  onSave,
  ...rest
}: {
  serviceDocuments: readonly ServiceDocument[] | null
  none: string
  label: string
  wide: boolean
  incidents: readonly ReadIncident[]
  now: number
  onOpen: (serviceDocument: ServiceDocument) => void
  onSave: (serviceDocument: ServiceDocument) => Promise<void>
  partyOf?: ServiceDocumentListsProps['partyOf']
}) {
  if (serviceDocuments === null || serviceDocuments.length === 0)
    return (
      <p className="small muted documents__none">
        {serviceDocuments === null ? resourceWords.listMissing : none}
      </p>
    )
  return (
    <ServiceDocumentRows
      serviceDocuments={serviceDocuments}
      {...rest}
      onSave={(serviceDocument) => void onSave(serviceDocument)}
    />
  )
}

/** Actions on all documents that are ready. */
function Ways({
  serviceDocuments,
  generated,
  wide,
}: {
  serviceDocuments: ServiceDocuments
  generated: readonly ServiceDocument[]
  wide: boolean
}) {
  const off = serviceDocuments.busy !== null
  const kept = (serviceDocuments.serviceDocuments ?? []).filter((serviceDocument) => serviceDocument.kept)
  const items: MenuItem[] = [
    ...(wide
      ? []
      : [
          {
            id: 'print',
            label: text.printAll,
            icon: <Icon of={Printer} />,
            run: () => void serviceDocuments.print(generated),
          },
        ]),
    {
      id: 'keep',
      label: serviceDocuments.offline ? text.queueKeep : text.keep,
      detail: text.keepHelp,
      icon: <Icon of={HardDriveDownload} />,
      run: () => void serviceDocuments.keep(),
    },
    ...(kept.length > 0
      ? [
          {
            id: 'drop',
            label: text.drop,
            icon: <Icon of={Trash2} />,
            erases: true as const,
            run: () => void serviceDocuments.drop(),
          },
        ]
      : []),
  ]
  return (
    <>
      {wide && (
        <Button
          tone="plain"
          size="low"
          icon={Printer}
          disabled={off}
          onClick={() => void serviceDocuments.print(generated)}
        >
          {text.printAll}
        </Button>
      )}
      <Button
        tone={wide ? 'default' : 'plain'}
        size="low"
        icon={Download}
        aria-label={text.saveAll}
        disabled={off}
        onClick={() => void serviceDocuments.zip('generated')}
      >
        {wide ? text.saveAll : text.saveAllShort}
      </Button>
      <MenuButton icon={Ellipsis} label={text.more} disabled={off} items={items} />
    </>
  )
}

/** Transfer in progress, with its stop button. */
function Busy({ serviceDocuments: { busy, coming, offline } }: { serviceDocuments: ServiceDocuments }) {
  if (busy?.what === 'zip') {
    return (
      <TransferBar
        label={text.savingAll}
        progress={busy.progress}
        cancelLabel={text.cancel}
        onCancel={busy.cancel}
      />
    )
  }
  if (busy?.what === 'print') {
    return (
      <TransferBar
        label={text.printing(busy.n, busy.of)}
        progress={{ loaded: busy.n - 1, total: busy.of }}
        cancelLabel={text.cancel}
        onCancel={busy.cancel}
      />
    )
  }
  if (busy?.what === 'keep') return <BusyLine words={text.keeping} />
  const note = coming > 0 ? (offline ? text.queued : text.coming(coming)) : offline ? text.offline : null
  return note && <p className="small muted service-documents__note">{note}</p>
}

interface ServiceDocumentPreviewProps {
  serviceDocument: ServiceDocument
  serviceDocuments: ServiceDocuments
  onClose: () => void
}

const PROBLEMS: UndrawnWords = {
  ...serviceDocumentErrors,
  heic: { title: previewText.heicTitle, advice: text.otherProgram },
  protected: { title: previewText.protectedTitle, advice: text.otherProgram },
  form: { title: previewText.formTitle, advice: pdfText.formAdvice },
  broken: { title: previewText.brokenTitle, advice: text.otherProgram },
}

/**
 * Document drawn in the window: none of its scripts run. The core requests the link when the document is opened. The
 * user never sees the link.
 */
function ServiceDocumentPreview({ serviceDocument, serviceDocuments, onClose }: ServiceDocumentPreviewProps) {
  const { drawable, retry } = useDrawable(
    { id: serviceDocument.documentId, mime: serviceDocument.mime },
    ({ signal }) => serviceDocuments.read(serviceDocument, signal),
  )
  const away = serviceDocuments.offline && !serviceDocument.kept
  const awayWords = {
    title: text.notKeptOffline,
    advice: serviceDocuments.coming > 0 ? text.queued : text.notKeptAdvice,
  }
  return (
    <DrawableDialog
      label={text.preview(documentTitle(serviceDocument) || text.unnamed)}
      title={documentTitle(serviceDocument)}
      drawable={drawable}
      bringing={<BusyLine words={previewText.bringing} />}
      undrawn={{
        wordsOf: (why) => (away ? awayWords : undrawnWords(PROBLEMS, why)),
        canRetry: (why) => !isForAnotherProgram(why) && why !== 'paper-gone' && why !== 'not-found',
        onRetry: retry,
        canSave: (why) => why === null || isForAnotherProgram(why),
        ways: away && serviceDocuments.coming === 0 && (
          <Button onClick={() => void serviceDocuments.keep()}>{text.queueKeep}</Button>
        ),
      }}
      save={text.saveOne}
      onSave={() => void serviceDocuments.save(serviceDocument)}
      onClose={onClose}
    />
  )
}
