import { FileSpreadsheet } from 'lucide-react'
import { type FormEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { platesInText, type PlateList } from '#shared/domain/plate-list.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { newPlateListText as words, plateListsText } from '#shared/text/app-plate-lists.ts'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/field.tsx'
import { Plate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { TextArea } from '../../design/text-area.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { setListText, usePlateListState } from '../../ui-state/plate-list-state.ts'
import { openRoute } from '../../ui-state/route.ts'
import { FailedNotice } from '../frame/task-notice.tsx'
import { newListOf } from './read-list.ts'

/** Corrected plates and odd lines shown of each kind; the rest is counted. */
const SHOWN = 8
const NOTHING: PlateList = { plates: [], repeated: [], unread: [], left: 0 }
const readOf = (text: string): PlateList => (text.trim() === '' ? NOTHING : platesInText(text))

/** Making of a list: what was pasted, what was understood of it, and its one button. */
export function NewPlateList({ onClose }: { onClose?: () => void }) {
  const { bridge, now: clock } = useClient()
  const typed = usePlateListState((state) => state.text)
  const [name, setName] = useState(() => words.defaultName(clock()))
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const [id] = useState(() => crypto.randomUUID())
  const { task, run } = useOnce<'create'>()
  const area = useRef<HTMLTextAreaElement>(null)
  // A long list takes a while to read: typing goes first.
  const later = useDeferredValue(typed)
  const read = useMemo(() => readOf(later), [later])
  const amount = read.plates.length - without.size
  const canSubmit = amount > 0 && name.trim() !== '' && task.state !== 'busy'

  useEffect(() => area.current?.focus(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const now = later === typed ? read : readOf(typed)
    // What was put right is looked up only after it was seen.
    const isUnseen = now !== read && now.plates.some(({ repaired }) => repaired)
    if (!canSubmit || now.plates.length === 0 || isUnseen) return
    const body = new File([JSON.stringify(newListOf(now, without))], 'list.json')
    const done = await run('create', () => bridge.send('plate-lists.create', { id, name: name.trim() }, body))
    if (!done) return
    setListText('')
    openRoute({ view: 'plate-list', id })
  }
  return (
    <form className="new-list" aria-label={words.title} onSubmit={(event) => void submit(event)}>
      <p className="second">{plateListsText.intro}</p>
      <TextArea
        ref={area}
        label={words.area}
        rows={8}
        spellCheck={false}
        placeholder={words.placeholder}
        value={typed}
        onChange={(event) => {
          setListText(event.target.value)
          setWithout(new Set())
        }}
      />
      {later.trim() !== '' && (
        <ReadSummary
          read={read}
          without={without}
          onLeave={(vrm) => setWithout(new Set([...without, vrm]))}
        />
      )}
      {task.state === 'failed' && <FailedNotice error={task.error} />}
      <div className="new-list__foot">
        <Field
          label={words.name}
          help={words.nameHelp}
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="new-list__actions">
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

interface ReadSummaryProps {
  read: PlateList
  without: ReadonlySet<string>
  onLeave: (vrm: string) => void
}

/** What was understood of a list: how many plates, which were put right, and what is none. */
function ReadSummary({ read, without, onLeave }: ReadSummaryProps) {
  const { plates, repeated, unread, left } = read
  const repaired = plates.filter((plate) => plate.repaired && !without.has(plate.vrm))
  const amount = plates.length - without.size
  return (
    <div className="new-list__read" role="status">
      <p>
        <Sign kind={amount > 0 ? 'ok' : 'unknown'} /> {amount > 0 ? words.found(amount) : words.none}
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
