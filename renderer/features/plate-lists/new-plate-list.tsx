import { FileSpreadsheet } from 'lucide-react'
import { type FormEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { PlateListName, ListTable, NewPlateList } from '#shared/bridge/plate-lists.ts'
import { platesInText, type PlateList, MAX_LIST_NAME, MAX_LINE_TEXT } from '#shared/domain/plate-list.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { newPlateListText as words, plateListsText } from '#shared/text/plate-lists.ts'
import { Button } from '../../design/button.tsx'
import { FileDrop } from '../../design/file-drop.tsx'
import { Field, TextArea } from '../../design/fields.tsx'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { Plate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { useEventCallback } from '../../design/hooks.ts'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { setListText, takeListFile, useListSource } from '../lookup/feature.ts'
import { openRoute } from '../../app/route.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import { MAX_SHOWN_TEXT } from './list-file.ts'
import { ListFilePart } from './list-file-part.tsx'
import { listTableOf, useListFile } from './use-list-file.ts'
import { findPlates, type OpenedTable, platesAtOnce, platesKnown } from './opened-table.ts'

/** Debounce after the last change of the new list. */
const SETTLE_MS = 300

/**
 * Returns an earlier list with exactly these plates; `null` without any.
 * @param vrms must stay the same array while the plates are the same
 */
function useTwin(vrms: readonly string[]): PlateListName | null {
  const { bridge } = useClient()
  const [found, setFound] = useState<{ vrms: readonly string[]; list: PlateListName | null } | null>(null)
  useEffect(() => {
    if (vrms.length === 0) return
    let isLatest = true
    const timer = setTimeout(() => {
      void bridge.call('plate-lists.twin', { vrms: [...vrms] }).then((answer) => {
        if (isLatest && answer.ok) setFound({ vrms, list: answer.value.list })
      })
    }, SETTLE_MS)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [bridge, vrms])
  return found?.vrms === vrms ? found.list : null
}

/** Maximum corrected plates, and maximum odd lines, that are shown. The rest are only counted. */
const SHOWN = 8
const NOTHING: PlateList = { plates: [], repeated: [], unread: [], left: 0 }
const readOf = (text: string): PlateList => (text.trim() === '' ? NOTHING : platesInText(text))

const isLong = (text: string): boolean => text.length > MAX_SHOWN_TEXT

/** Name of a list that is read from a file. */
const listName = (file: string): string => file.replace(/\.\w{1,5}$/, '').slice(0, MAX_LIST_NAME)

/** Form of a new list: the pasted text, the plates found in it, and one button. */
export function NewListForm({ onClose }: { onClose?: () => void }) {
  const { bridge, now: clock } = useClient()
  const typed = useListSource((state) => state.text)
  const [name, setName] = useState(() => words.defaultName(clock()))
  /** True once the user has typed a name. A file then does not change the name. */
  const [isNamed, setIsNamed] = useState(false)
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  /** Idempotency key of the present content. Sending it twice makes one list. A changed list gets a new key. */
  const [id, setId] = useState(() => crypto.randomUUID())
  const { task, run } = useOnce<'create'>()
  const area = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  // Deferred: a long list takes a while to read, and typing has priority.
  const later = useDeferredValue(typed)
  const ofText = useMemo(() => readOf(later), [later])
  const leave = (vrms: ReadonlySet<string>) => {
    setWithout(vrms)
    setId(crypto.randomUUID())
  }
  const edited = () => leave(new Set())
  const files = useListFile(
    setListText,
    (file) => {
      edited()
      if (!isNamed && file !== words.pasted) setName(listName(file))
    },
    (file) => (isNamed ? name : listName(file)),
  )
  const table = files.file.state === 'table' ? files.file.table : null
  const ofTable = useTablePlates(table)
  const isFinding = table !== null && ofTable === null
  const ofFile = files.file.state === 'text' ? files.file.plates : isFinding ? NOTHING : ofTable
  const read = ofFile ?? ofText
  const amount = read.plates.length - without.size
  const wanted = useMemo(
    () => read.plates.map(({ vrm }) => vrm).filter((vrm) => !without.has(vrm)),
    [read, without],
  )
  const twin = useTwin(wanted)
  const canSubmit = amount > 0 && name.trim() !== '' && task.state !== 'busy'

  /** A long text is read in the worker, as a file is: megabytes in a field would freeze the window. */
  const readText = (text: string) => files.read(new File([text], words.pasted, { type: 'text/plain' }))
  useEffect(() => area.current?.focus(), [])
  const readFile = useEventCallback(files.read)
  useEffect(() => {
    const file = takeListFile()
    if (file) readFile(file)
  }, [readFile])

  const change = (next: OpenedTable) => {
    edited()
    files.change(next, edited)
  }
  const close = () => {
    edited()
    files.close()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const now = ofFile ?? (later === typed ? read : readOf(typed))
    // Corrected plates are looked up only after the user has seen them.
    const isUnseen = now !== read && now.plates.some(({ repaired }) => repaired)
    if (!canSubmit || now.plates.length === 0 || isUnseen) return
    const body = new File([JSON.stringify(newListOf(now, without, table && listTableOf(table)))], 'list.json')
    const done = await run('create', () => bridge.send('plate-lists.create', { id, name: name.trim() }, body))
    if (!done) return
    setListText('')
    openRoute({ view: 'plate-list', id })
  }
  return (
    <form className="new-list" aria-label={words.title} onSubmit={(event) => void submit(event)}>
      <p className="second">{plateListsText.intro}</p>
      <FileDrop title={words.drop} detail={words.kinds} onDrop={files.drop}>
        <input
          ref={chooser}
          type="file"
          hidden
          onChange={(event) => {
            const [chosen] = event.target.files ?? []
            if (chosen) files.read(chosen)
            // Lets the user choose the same file again.
            event.target.value = ''
          }}
        />
        <ListFilePart file={files.file} onChange={change} onClose={close} />
        {!ofFile && (
          <TextArea
            ref={area}
            label={words.area}
            rows={8}
            spellCheck={false}
            placeholder={words.placeholder}
            value={typed}
            onChange={({ target: { value } }) => {
              if (isLong(value)) return readText(value)
              setListText(value)
              edited()
            }}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text/plain')
              if (!isLong(pasted)) return
              event.preventDefault()
              readText([typed, pasted].filter(Boolean).join('\n'))
            }}
          />
        )}
      </FileDrop>
      {(ofFile !== null || later.trim() !== '') && (
        <ReadSummary
          isFinding={isFinding}
          read={read}
          without={without}
          onLeave={(vrm) => leave(new Set([...without, vrm]))}
        />
      )}
      {twin && <TwinNotice twin={twin} />}
      {task.state === 'failed' && <FailedNotice error={task.error} />}
      <div className="new-list__foot">
        <Field
          label={words.name}
          help={words.nameHelp}
          maxLength={MAX_LIST_NAME}
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            setIsNamed(true)
          }}
        />
        <div className="new-list__actions">
          <Button type="button" onClick={() => chooser.current?.click()}>
            {words.choose}
          </Button>
          {onClose && (
            <Button tone="plain" onClick={onClose}>
              {words.cancel}
            </Button>
          )}
          <Button tone="primary" type="submit" icon={FileSpreadsheet} disabled={!canSubmit}>
            {words.submit(amount)}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** Plates of the table on screen; `null` while a long sheet is read in steps. */
function useTablePlates(table: OpenedTable | null): PlateList | null {
  const [, setRead] = useState<OpenedTable | null>(null)
  const plates = useMemo(() => table && platesAtOnce(table), [table])
  const isLongTable = table !== null && plates === null
  useEffect(() => {
    if (!isLongTable || !table) return
    const abort = new AbortController()
    void findPlates(table, abort.signal).then((list) => list && setRead(table))
    return () => abort.abort()
  }, [table, isLongTable])
  // The plates may have been found since. The table is the same, so they are cached.
  return plates ?? (table && platesKnown(table))
}

/** Says that an earlier list has the same plates. The user can still look them up again. */
function TwinNotice({ twin: { id, name, createdAt } }: { twin: PlateListName }) {
  return (
    <Notice
      role="note"
      tone="warn"
      icon={<Sign kind="warn" />}
      actions={
        <Button size="low" onClick={() => openRoute({ view: 'plate-list', id })}>
          {words.seeTwin}
        </Button>
      }
    >
      <NoticeWords title={words.twin(plateListsText.nameOf({ name }), createdAt)} body={words.twinBody} />
    </Notice>
  )
}

interface ReadSummaryProps {
  /** True while the plates of the columns are being found. */
  isFinding: boolean
  read: PlateList
  without: ReadonlySet<string>
  onLeave: (vrm: string) => void
}

/** Result of reading a list: number of plates, corrected plates, and lines without a plate. */
function ReadSummary({ isFinding, read, without, onLeave }: ReadSummaryProps) {
  const { plates, repeated, unread, left } = read
  const repaired = plates.filter((plate) => plate.repaired && !without.has(plate.vrm))
  const amount = plates.length - without.size
  return (
    <div className="new-list__read" role="status">
      <p>
        <Sign kind={amount > 0 ? 'ok' : 'unknown'} />{' '}
        {isFinding ? words.finding : amount > 0 ? words.found(amount) : words.none}
        {repeated.length > 0 && <span className="second">{words.repeated(repeated.length)}</span>}
      </p>
      {left > 0 && (
        <p>
          <Sign kind="warn" /> {words.beyond(left)}
        </p>
      )}
      {repaired.length > 0 && (
        <>
          <p>
            <Sign kind="warn" /> {words.repaired(repaired.length)}
          </p>
          <ul className="new-list__repairs">
            {repaired.map(({ vrm, line, written }) => (
              <li key={vrm} className="small">
                <span>{words.repair(line, written)}</span> <Plate vrm={vrm} size="s" />
                <Button
                  size="low"
                  tone="plain"
                  aria-label={words.leaveIt(displayPlate(vrm))}
                  onClick={() => onLeave(vrm)}
                >
                  {words.leave}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {unread.length > 0 && (
        <details className="small">
          <summary>{words.unread(unread.length)}</summary>
          <ul className="new-list__lines second">
            {unread.slice(0, SHOWN).map(({ line, text: written }) => (
              <li key={line} className="clip">
                {words.line(line, written)}
              </li>
            ))}
            {unread.length > SHOWN && <li>{words.more(unread.length - SHOWN)}</li>}
          </ul>
        </details>
      )}
    </div>
  )
}

/**
 * List to send, without the plates that the user has removed.
 * @param table how the file of the list was read
 */
function newListOf(read: PlateList, without: ReadonlySet<string>, table: ListTable | null): NewPlateList {
  const short = (text: string) => text.slice(0, MAX_LINE_TEXT)
  return {
    plates: read.plates
      .filter(({ vrm }) => !without.has(vrm))
      .map(({ vehicle, ...plate }) => ({
        ...plate,
        written: short(plate.written),
        note: short(plate.note),
        ...(vehicle !== undefined && { vehicle: short(vehicle) }),
      })),
    unread: read.unread.map(({ line, text }) => ({ line, text: short(text) })),
    repeated: read.repeated,
    beyond: read.left,
    ...(table && { table }),
  }
}
