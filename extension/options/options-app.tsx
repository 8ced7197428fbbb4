import { type ReactNode, useEffect, useState } from 'react'
import { optionsText as text } from '#shared/text/extension.ts'
import { Button } from '#renderer/design/button.tsx'
import { Kbd } from '#renderer/design/kbd.tsx'
import { marksOf, readMarks, writeMarks } from '../marks-setting.ts'
import { useConnection } from '../pages/page.tsx'
import { Gate, Head } from '../pages/gate.tsx'
import './options.css'

/** Options page: the connection, the marks, the access of the extension, and its shortcuts. */
export function OptionsApp() {
  return (
    <div className="options-body">
      <Head title={text.title} />
      <main className="options-main">
        <Section title={text.connection}>
          <Gate>
            <Connected />
          </Gate>
        </Section>
        <Section title={text.marks}>
          <Marks />
        </Section>
        <Section title={text.sees}>
          <List items={text.seesList} />
        </Section>
        <Section title={text.seesNot}>
          <List items={text.seesNotList} />
          <p className="small second">{text.doesNot}</p>
        </Section>
        <Section title={text.keys}>
          <CommandKeys />
        </Section>
        <p className="tiny muted">{text.version(chrome.runtime.getManifest().version)}</p>
      </main>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="options-section" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

const List = ({ items }: { items: readonly string[] }) => (
  <ul className="options-list small">
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
)

function Connected() {
  const { connection } = useConnection()
  if (connection.kind !== 'approved') return null
  return (
    <div className="small" role="status">
      <p>{connection.online === false ? text.approvedOffline : text.approved}</p>
      {connection.demo && <p className="second">{text.demo}</p>}
      <p className="second">{text.revoke}</p>
    </div>
  )
}

function Marks() {
  const [on, setOn] = useState<boolean | null>(null)
  useEffect(() => {
    void readMarks(chrome.storage.local).then(setOn)
    const changed = (changes: Record<string, chrome.storage.StorageChange>) => {
      const marks = marksOf(changes)
      if (marks !== undefined) setOn(marks)
    }
    chrome.storage.local.onChanged.addListener(changed)
    return () => chrome.storage.local.onChanged.removeListener(changed)
  }, [])
  if (on === null) return null
  return (
    <div>
      <label className="options-check small">
        <input
          type="checkbox"
          checked={on}
          aria-describedby="marks-help"
          onChange={({ target }) => {
            setOn(target.checked)
            void writeMarks(chrome.storage.local, target.checked)
          }}
        />
        {text.marksOn}
      </label>
      <p className="small second" id="marks-help">
        {text.marksHelp}
      </p>
    </div>
  )
}

const NAMES: Readonly<Record<string, string>> = { _execute_action: text.keysOpen, scan: text.keysScan }
/** Address of the browser's page of shortcuts. Each browser has its own. */
const SHORTCUTS = navigator.userAgent.includes('Edg/')
  ? 'edge://extensions/shortcuts'
  : 'chrome://extensions/shortcuts'

function CommandKeys() {
  const [commands, setCommands] = useState<readonly chrome.commands.Command[]>([])
  useEffect(() => {
    const read = () => void chrome.commands.getAll().then(setCommands)
    read()
    // The user may have changed a shortcut in another tab.
    addEventListener('focus', read)
    return () => removeEventListener('focus', read)
  }, [])
  const isFirefox = navigator.userAgent.includes('Firefox/')
  return (
    <>
      <dl className="options-keys small">
        {commands
          .filter(({ name = '' }) => Object.hasOwn(NAMES, name))
          .map(({ name = '', shortcut }) => (
            <div key={name}>
              <dt>{NAMES[name]}</dt>
              <dd>{shortcut ? <Keys shortcut={shortcut} /> : text.keysNone}</dd>
            </div>
          ))}
      </dl>
      <p className="small second">
        {isFirefox ? text.keysWhere.firefox : text.keysWhere.chromium(SHORTCUTS)}
      </p>
      {!isFirefox && (
        <Button size="low" onClick={() => void chrome.tabs.create({ url: SHORTCUTS })}>
          {text.keysChange}
        </Button>
      )}
    </>
  )
}

/** Keys of a shortcut. The browser writes them in its own language: «Alt+Mayús+V». */
function Keys({ shortcut }: { shortcut: string }) {
  return (
    <span className="options-keys__keys">
      <span className="visually-hidden">{shortcut}</span>
      {shortcut.split('+').map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  )
}
