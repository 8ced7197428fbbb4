import { useEffect, useState, useId } from 'react'
import { ChevronDown, ChevronRight } from 'lucide-react'
import {
  type Notices,
  noticesOf,
  noticesSchema,
  type Notice as LicenceNotice,
} from '#shared/notices/notices.ts'
import { type Edition, NOTICES_PATH } from '#shared/notices/editions.ts'
import { licencesText as text } from '#shared/text/about.ts'
import { Button } from '../../design/button.tsx'
import { Notice, NoticeWords, ScrollArea } from '../../design/layout.tsx'
import { SearchField } from '../../design/fields.tsx'
import { Sign } from '../../design/sign.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { Icon } from '../../design/icon.tsx'
import { BusyLine } from '../../app/task-notice.tsx'
import { matchesSearch } from '../../app/setting-rows.tsx'
import { readFile } from './built-files.ts'
import './about.css'

/** Dialog of the licences of other authors, with a search. A press on a licence shows its text. */
export function LicencesDialog({ edition, onClose }: { edition: Edition; onClose: () => void }) {
  const { notices, failed, again } = useNotices()
  const [typed, setTyped] = useState('')
  const query = typed.trim()
  const shown =
    notices &&
    noticesOf(notices, edition).filter(({ name, licence }) => matchesSearch(query, [name, licence]))
  return (
    <TitledDialog
      title={text.title}
      variant="wide"
      fills
      onClose={onClose}
      head={
        <div className="licences__head">
          <h2>{text.title}</h2>
          <SearchField
            aria-label={text.find}
            placeholder={text.find}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      }
      actions={
        <>
          <p className="small second dialog__start" role="status">
            {shown && text.count(shown.length)}
          </p>
          <Button data-safe onClick={onClose}>
            {text.close}
          </Button>
        </>
      }
    >
      <ScrollArea className="licences" label={text.title}>
        {failed && (
          <Notice
            role="alert"
            tone="stop"
            icon={<Sign kind="unknown" />}
            actions={
              <Button size="low" onClick={again}>
                {text.again}
              </Button>
            }
          >
            <NoticeWords title={text.failed} body={text.failedAdvice} />
          </Notice>
        )}
        {!failed && !notices && <BusyLine words={text.reading} />}
        {shown?.length === 0 && <p>{text.none(query)}</p>}
        {notices && shown && shown.length > 0 && (
          <ul>
            {shown.map((notice) => (
              <LicenceItem
                key={`${notice.name} ${notice.version}`}
                notice={notice}
                licence={notices.texts[notice.text] ?? ''}
              />
            ))}
          </ul>
        )}
      </ScrollArea>
    </TitledDialog>
  )
}

/**
 * Reads the notices each time the dialog opens. No cache: they are half a megabyte, and nobody looks at them twice.
 */
function useNotices() {
  const [notices, setNotices] = useState<Notices | null>(null)
  const [failed, setFailed] = useState(false)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let gone = false
    readNotices().then(
      (read) => gone || setNotices(read),
      () => gone || setFailed(true),
    )
    return () => {
      gone = true
    }
  }, [turn])
  const again = () => {
    setFailed(false)
    setTurn(turn + 1)
  }
  return { notices, failed, again }
}

/** Reads the notices, which the build puts among the window's files. Rejects if the file is missing or incomplete. */
const readNotices = async (): Promise<Notices> =>
  noticesSchema.parse(await (await readFile(NOTICES_PATH)).json())

interface LicenceItemProps {
  notice: LicenceNotice
  /** Text of the licence, as its authors publish it. */
  licence: string
}

/** One licence: a line, with its text below after a press. */
function LicenceItem({ notice: { name, version, licence: id, home }, licence }: LicenceItemProps) {
  const [open, setOpen] = useState(false)
  const textId = useId()
  return (
    <li className="licence">
      <button
        type="button"
        className="licence__line"
        aria-expanded={open}
        aria-controls={open ? textId : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon of={open ? ChevronDown : ChevronRight} />
        <span className="breakable">
          {name} {version !== null && <span className="muted">{version}</span>}
        </span>
        <span className="licence__id second">{id}</span>
      </button>
      {open && (
        <div className="licence__text" id={textId}>
          {home !== null && <p className="small muted">{home}</p>}
          <ScrollArea className="licence__words small" label={text.textOf(name)} lang="en" translate="no">
            {licence}
          </ScrollArea>
        </div>
      )}
    </li>
  )
}
