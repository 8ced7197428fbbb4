import { Download, Ellipsis, HardDriveDownload, Plus, Printer, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Paper } from '#shared/bridge/papers.ts'
import { papersText as text, supplyText } from '#shared/text/app-procedure.ts'
import { resourceWords } from '#shared/text/app-resources.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { IconButton } from '../../design/icon-button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Menu, type MenuItem } from '../../design/menu.tsx'
import { Notice, NoticeWords } from '../../design/notice.tsx'
import { Sign } from '../../design/sign.tsx'
import { TransferBar } from '../../design/transfer-bar.tsx'
import { BusyLine } from '../frame/task-notice.tsx'
import { Section } from '../frame/page.tsx'
import type { ReadIncident } from './incidents.ts'
import { PaperPreview } from './paper-preview.tsx'
import { PaperRows } from './paper-rows.tsx'
import type { Papers } from './use-papers.ts'
import './papers.css'

export interface PaperListsProps {
  papers: Papers
  /** What the body says of them, while their list is not there. */
  fallback: { client: readonly Paper[] | null; generated: readonly Paper[] | null }
  incidents: readonly ReadIncident[]
  /** It has ended: what is ready is what one comes for. */
  ended: boolean
  now: number
  /** Gives the service one more; absent where none is taken. */
  onAdd?: (() => void) | undefined
}

/** What the client gave and what the service made, in two lists. */
export function PaperLists({ papers, fallback, incidents, ended, now, onAdd }: PaperListsProps) {
  const [open, setOpen] = useState<string | null>(null)
  const all = papers.papers
  const of = (which: Paper['which']) => {
    const some = all?.filter((paper) => paper.which === which) ?? []
    // A list that the service does not say is not an empty one.
    return some.length > 0 || (all && fallback[which]) ? some : fallback[which]
  }
  const shown =
    open === null ? undefined : [...(of('client') ?? []), ...(of('generated') ?? [])].find(isCalled(open))
  const rows = { incidents, now, onOpen: (paper: Paper) => setOpen(paper.documentId), onSave: papers.save }

  const client = (
    <Section
      title={text.client}
      aside={amount(of('client'))}
      actions={
        onAdd && (
          <Button
            tone="plain"
            size="low"
            icon={Plus}
            aria-label={supplyText.addTitle}
            data-adds
            onClick={onAdd}
          >
            {supplyText.add}
          </Button>
        )
      }
    >
      <List papers={of('client')} none={text.noneClient} label={text.client} wide={false} {...rows} />
    </Section>
  )
  const generated = of('generated')
  const ready = (
    <Section
      title={text.generated}
      aside={amount(generated)}
      actions={
        generated && generated.length > 0 && <Ways papers={papers} generated={generated} wide={ended} />
      }
    >
      <Busy papers={papers} />
      <List papers={generated} none={text.noneGenerated} label={text.generated} wide={ended} {...rows} />
    </Section>
  )
  return (
    <>
      {papers.error && (
        <Notice role="note" icon={<Sign kind="unknown" />}>
          <NoticeWords title={text.unreadable} body={errorTexts[papers.error.code].title} />
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
      {shown && <PaperPreview paper={shown} papers={papers} onClose={() => setOpen(null)} />}
    </>
  )
}

const isCalled = (id: string) => (paper: Paper) => paper.documentId === id
const amount = (papers: readonly Paper[] | null) => (papers && papers.length > 0 ? papers.length : undefined)

function List({
  papers,
  none,
  onSave,
  ...rest
}: {
  papers: readonly Paper[] | null
  none: string
  label: string
  wide: boolean
  incidents: readonly ReadIncident[]
  now: number
  onOpen: (paper: Paper) => void
  onSave: (paper: Paper) => Promise<void>
}) {
  if (papers === null || papers.length === 0)
    return <p className="small muted documents__none">{papers === null ? resourceWords.listMissing : none}</p>
  return <PaperRows papers={papers} {...rest} onSave={(paper) => void onSave(paper)} />
}

/** What is done with all that is ready. */
function Ways({ papers, generated, wide }: { papers: Papers; generated: readonly Paper[]; wide: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  const [menu, setMenu] = useState(false)
  const off = papers.busy !== null
  const kept = (papers.papers ?? []).filter((paper) => paper.kept)
  const items: MenuItem[] = [
    ...(wide
      ? []
      : [
          {
            id: 'print',
            label: text.printAll,
            icon: <Icon of={Printer} />,
            run: () => void papers.print(generated),
          },
        ]),
    {
      id: 'keep',
      label: papers.offline ? text.queueKeep : text.keep,
      detail: text.keepHelp,
      icon: <Icon of={HardDriveDownload} />,
      run: () => void papers.keep(),
    },
    ...(kept.length > 0
      ? [
          {
            id: 'drop',
            label: text.drop,
            icon: <Icon of={Trash2} />,
            run: () => void papers.drop(),
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
          onClick={() => void papers.print(generated)}
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
        onClick={() => void papers.zip('generated')}
      >
        {wide ? text.saveAll : text.saveAllShort}
      </Button>
      <IconButton
        icon={Ellipsis}
        label={text.more}
        ref={button}
        aria-haspopup="menu"
        aria-expanded={menu}
        disabled={off}
        onClick={() => setMenu(true)}
      />
      {menu && <Menu label={text.more} items={items} anchor={button} onClose={() => setMenu(false)} />}
    </>
  )
}

/** What is on its way, and how to stop it. */
function Busy({ papers: { busy, coming, offline } }: { papers: Papers }) {
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
  return note && <p className="small muted papers__note">{note}</p>
}
