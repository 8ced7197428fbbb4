import { type ComponentType, useEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { Copy } from 'lucide-react'
import { viewTitles, environmentText } from '#shared/text/app.ts'
import { switchWords } from '#shared/text/setting-texts.ts'
import { settingsText as text } from '#shared/text/settings.ts'
import type { CommandResult } from '#shared/bridge/contract.ts'
import { auditText, dayWorkText } from '#shared/text/audit.ts'
import { scansText } from '#shared/text/documents.ts'
import { count } from '#shared/text/grammar.ts'
import { accountsText, keychainText } from '#shared/text/accounts.ts'
import { Button } from '../../design/button.tsx'
import { SearchField } from '../../design/fields.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import {
  arrived,
  showAdvanced,
  useSettingsState,
  SETTINGS_GROUPS,
  SETTINGS_SECTIONS,
  type SettingsGroup,
  type SettingsSection as SectionName,
} from '../../app/settings-state.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { Notice } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useSaveFile } from '../../app/transfers.ts'
import { showToast } from '../../app/toasts.ts'
import { Segments } from '../../design/choices.tsx'
import { AboutSection } from '../about/feature.ts'
import { AccountsSection } from '../accounts/feature.ts'
import { ExtensionSection } from '../extension/feature.ts'
import { ManagedSection } from '../managed-settings/feature.ts'
import { Page } from '../../app/page.tsx'
import { RelaySection } from '../relay/feature.ts'
import { TrainingSection } from '../training/feature.ts'
import { UpdatesSection } from '../updates/feature.ts'
import { AuditDialog, DayWorkDialog } from '../audit/feature.ts'
import { SavingBar, BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { BackupSection } from '../backup/feature.ts'
import { PersonSection } from '../data-subjects/feature.ts'
import { useOffice, useSettings } from '../../app/use-settings.ts'
import { AdvancedSection } from './advanced-section.tsx'
import { AppearanceSection, KeyboardSection, OperatorSection, WindowSection } from './window-section.tsx'
import { ChecklistSection } from '../checklists/feature.ts'
import { ClientTextsSection } from './client-texts-section.tsx'
import { DemoSection } from './demo-section.tsx'
import { DiagnosisSection } from './diagnosis-section.tsx'
import { LockSection } from './lock-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { QuickLookupSection } from './quick-lookup-section.tsx'
import { RetentionSection } from './retention-section.tsx'
import { REMEMBERED_WORDS, RememberedRows } from './remembered-rows.tsx'
import { OfficeFolderRow, SettingSwitch } from '../../app/setting-controls.tsx'
import { FindContext, SettingsSection, SettingRow } from '../../app/setting-rows.tsx'
import '../../app/setting-rows.css'

/** Ajustes: an index of groups at the left, every section in one page, and a search that filters them. */
export function SettingsPage() {
  const [query, setQuery] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const sections = useRef<HTMLDivElement>(null)
  const account = useSlice('profile')?.id
  const goTo = useSettingsState((state) => state.goTo)
  const hint = useKeyHint()
  useShortcuts({ 'settings.search': () => search.current?.focus() })

  const loaded = account !== undefined
  useEffect(() => {
    if (!goTo || !loaded) return
    setQuery('')
    arrived()
    // Wait one frame: clearing the search renders the section again.
    requestAnimationFrame(() => goToSection(goTo.section))
  }, [goTo, loaded])

  return (
    <Page
      title={viewTitles.settings}
      actions={
        <SearchField
          ref={search}
          aria-label={text.find}
          placeholder={text.find}
          value={query}
          {...hint('settings.search')}
          maxLength={100}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || query === '') return
            event.preventDefault()
            setQuery('')
          }}
        />
      }
    >
      <FindContext value={query.trim()}>
        <div className="settings">
          <SettingsIndex sections={sections} />
          <div className="settings__sections" ref={sections}>
            {SETTINGS_SECTIONS.map((id) => {
              const Part = PARTS[id]
              return <Part key={OF_ACCOUNT.has(id) ? `${id} ${account}` : id} />
            })}
            <div className="settings__none">
              <h2>{text.foundNone(query.trim())}</h2>
              <p className="small second">{text.foundNoneAdvice}</p>
              <Button size="low" onClick={() => setQuery('')}>
                {text.clearFind}
              </Button>
            </div>
          </div>
        </div>
      </FindContext>
    </Page>
  )
}

const UNDO = [text.undo, text.undoHelp, 'segundos']
const SCANS = [scansText.folder, scansText.folderHelp, scansText.search]
const SECONDS = Object.entries(text.undoSeconds).map(([value, label]) => ({ value, label }))

/** Settings for filling in and sending procedures, and the values remembered for both. */
function SendingSection() {
  const { settings, update } = useSettings()
  const office = useOffice()
  const scans = useSlice('scans')
  if (!settings || !office) return null
  return (
    <SettingsSection
      id="sending"
      rows={[UNDO, switchWords('screens.singlePage'), SCANS, ...REMEMBERED_WORDS]}
    >
      <ul className="setting-rows">
        <SettingRow words={UNDO} title={text.undo} help={text.undoHelp}>
          <Segments
            label={text.undo}
            options={SECONDS}
            value={String(settings.undoSeconds)}
            onChange={(value) => update({ undoSeconds: Number(value) })}
          />
        </SettingRow>
        <SettingSwitch of="screens.singlePage" />
        <OfficeFolderRow
          office={office}
          where="scans"
          words={SCANS}
          title={scansText.folder}
          help={
            scans?.state === 'unreachable' || scans?.state === 'crowded' ? (
              <b className="warn-text">
                {scansText[scans.state]}. {scansText.advice[scans.state]}
              </b>
            ) : (
              scansText.folderHelp
            )
          }
          folder={office.settings.scanFolder}
          onChange={(scanFolder) => office.update('scans', { scanFolder })}
        />
        <RememberedRows />
      </ul>
    </SettingsSection>
  )
}

/** The search shows all accounts or none, so they are not separate rows. */
function AccountsPart() {
  const accounts = useSlice('accounts') ?? []
  // The second PC of the demonstration has no other account.
  const isSecondPc = useSlice('profile')?.isSecondPc
  const words = [
    [accountsText.add, accountsText.changeKey, accountsText.remove, accountsText.rename],
    [accountsText.list, ...Object.values(keychainText.kinds), keychainText.passphrase],
    ...accounts.map((account) => [
      account.name,
      account.baseUrl ?? '',
      environmentText[account.environment].name,
    ]),
  ]
  if (isSecondPc) return null
  return (
    <SettingsSection id="accounts" rows={words}>
      <AccountsSection />
    </SettingsSection>
  )
}

const RECORD = [auditText.record, auditText.see, auditText.search]
const DAY = [dayWorkText.title, dayWorkText.help, dayWorkText.search]
const VERIFY = [auditText.verify, auditText.verifyHelp, auditText.search]
const EXPORT = [auditText.export, auditText.exportHelp, auditText.search]

/** Audit record of this PC: view, verify and export. */
function AuditSection() {
  const { bridge } = useClient()
  const [open, setOpen] = useState<'record' | 'day' | null>(null)
  const [checked, setChecked] = useState<CommandResult<'audit.verify'> | null>(null)
  const { task, run } = useOnce<'verify'>()
  const file = useSaveFile('audit.export', auditText.exported)

  const verify = async () => {
    setChecked(null)
    const done = await run('verify', () => bridge.call('audit.verify', {}))
    if (done) setChecked(done.value)
  }
  return (
    <SettingsSection id="audit" rows={[RECORD, DAY, VERIFY, EXPORT]} intro={auditText.intro}>
      <ul className="setting-rows">
        <SettingRow words={RECORD} title={auditText.record}>
          <Button size="low" onClick={() => setOpen('record')}>
            {auditText.see}
          </Button>
        </SettingRow>
        <SettingRow words={DAY} title={dayWorkText.title} help={dayWorkText.help}>
          <Button size="low" onClick={() => setOpen('day')}>
            {dayWorkText.see}
          </Button>
        </SettingRow>
        <SettingRow words={VERIFY} title={auditText.verify} help={auditText.verifyHelp}>
          <Button size="low" disabled={task.state === 'busy'} onClick={() => void verify()}>
            {auditText.verify}
          </Button>
          <Checked checked={checked} />
          {task.state === 'busy' && <BusyLine words={auditText.verifying} />}
          {task.state === 'failed' && <FailedNotice error={task.error} />}
        </SettingRow>
        <SettingRow words={EXPORT} title={auditText.export} help={auditText.exportHelp}>
          <Button size="low" disabled={file.saving !== null} onClick={() => file.save({})}>
            {auditText.exportAction}
          </Button>
        </SettingRow>
      </ul>
      <SavingBar
        className="office-transfer"
        file={file}
        label={auditText.exporting}
        cancel={auditText.cancel}
      />
      {open === 'record' && <AuditDialog onClose={() => setOpen(null)} />}
      {open === 'day' && <DayWorkDialog onClose={() => setOpen(null)} />}
    </SettingsSection>
  )
}

/** Result of the last verification. The live region is mounted before it has text. */
function Checked({ checked }: { checked: CommandResult<'audit.verify'> | null }) {
  if (checked?.brokenAt != null) {
    return (
      <div className="office-wide">
        <Notice role="alert" tone="stop" icon={<Sign kind="stop" />}>
          {auditText.broken(checked.brokenAt)}
        </Notice>
      </div>
    )
  }
  return (
    <p className={checked ? 'small office-wide office-checked' : 'visually-hidden'} role="status">
      {checked && (
        <>
          <Sign kind="ok" /> {auditText.whole(checked.rows, checked.from)}
        </>
      )}
    </p>
  )
}

const FOLDER = [text.folder, text.copyFolder]
const REPORTS = [text.reports]
const SIZE = [text.size, 'disco espacio']
const KEYS = [keychainText.section, ...Object.values(keychainText.kinds)]
const PRIVACY = [text.encrypted, text.encryptedBody]

/** Data of the active account on this PC: contents, folder, and access. */
function DataSection() {
  const store = useSlice('store')
  const keychain = useSlice('keychain')
  const demo = useSlice('profile')?.environment === 'demo'
  if (!store) return null
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(store.directory)
      showToast(text.folderCopied)
    } catch {
      showToast(text.folderNotCopied, 'failed')
    }
  }
  return (
    <SettingsSection id="data" rows={[FOLDER, REPORTS, SIZE, KEYS, PRIVACY]}>
      <ul className="setting-rows">
        <SettingRow words={FOLDER}>
          <div>
            <b>{text.folder}</b>
            <span className="small muted settings__path">{store.directory}</span>
          </div>
          <Button size="low" icon={Copy} onClick={() => void copy()}>
            {text.copyFolder}
          </Button>
        </SettingRow>
        {/* Unknown values are left out: a 0 would be false. */}
        {store.reports !== undefined && (
          <SettingRow words={REPORTS} title={text.reports}>
            <span className="figures">{count(store.reports)}</span>
          </SettingRow>
        )}
        {store.bytes !== undefined && (
          <SettingRow words={SIZE} title={text.size}>
            <span className="figures">{text.bytes(store.bytes)}</span>
          </SettingRow>
        )}
        <SettingRow words={PRIVACY} title={text.encrypted} help={demo ? text.demoData : text.encryptedBody} />
        {keychain && (
          <SettingRow words={KEYS}>
            <div>
              <b>{keychainText.section}</b>
              {keychain.state === 'ready' && keychain.kind !== 'absent' && (
                <span className="small muted">{keychainText.ready[keychain.kind]}</span>
              )}
            </div>
            <span className="small">{keychainText.kinds[keychain.kind]}</span>
          </SettingRow>
        )}
      </ul>
    </SettingsSection>
  )
}

const PARTS: Readonly<Record<SectionName, ComponentType>> = {
  accounts: AccountsPart,
  operator: OperatorSection,
  notifications: NotificationsSection,
  appearance: AppearanceSection,
  'quick-lookup': QuickLookupSection,
  extension: ExtensionSection,
  keyboard: KeyboardSection,
  sending: SendingSection,
  'client-texts': ClientTextsSection,
  checklists: ChecklistSection,
  relay: RelaySection,
  training: TrainingSection,
  demo: DemoSection,
  backup: BackupSection,
  lock: LockSection,
  retention: RetentionSection,
  person: PersonSection,
  data: DataSection,
  audit: AuditSection,
  window: WindowSection,
  updates: UpdatesSection,
  diagnosis: DiagnosisSection,
  managed: ManagedSection,
  advanced: AdvancedSection,
  about: AboutSection,
}
/** Sections that are remounted for each account, because typed values belong to one account. */
const OF_ACCOUNT: ReadonlySet<SectionName> = new Set([
  'client-texts',
  'checklists',
  'relay',
  'backup',
  'person',
  'audit',
  'diagnosis',
  'advanced',
] as const)

const sectionOf = (id: SectionName) => document.querySelector<HTMLElement>(`[data-section="${id}"]`)

/** Scrolls to a section and focuses its title. */
function goToSection(id: SectionName) {
  const section = sectionOf(id)
  const scroller = section?.closest<HTMLElement>('.page__body')
  if (section && scroller && scroller.scrollHeight > scroller.clientHeight) {
    // Only the page scrolls: scrollIntoView would also move its containers.
    scroller.scrollTop += section.getBoundingClientRect().top - scroller.getBoundingClientRect().top - 16
  } else section?.scrollIntoView({ block: 'start' })
  section?.querySelector('h2')?.focus({ preventScroll: true })
}

const GROUPS = Object.keys(SETTINGS_GROUPS) as SettingsGroup[]

/** Sections on the page by group, and the one in view. */
function SettingsIndex({ sections }: { sections: RefObject<HTMLDivElement | null> }) {
  const index = useRef<HTMLElement>(null)
  const [here, setHere] = useState<SectionName>('accounts')
  const [there, setThere] = useState<readonly SectionName[]>(SETTINGS_SECTIONS)

  // Sections appear once loaded, and leave when the search does not match them.
  useEffect(() => {
    const list = () => setThere(SETTINGS_SECTIONS.filter((id) => sectionOf(id) !== null))
    list()
    if (!sections.current) return
    const observer = new MutationObserver(list)
    observer.observe(sections.current, { childList: true })
    return () => observer.disconnect()
  }, [sections])

  useEffect(() => {
    const scroller = sections.current?.closest('.page__body')
    const look = () => {
      const edge = (scroller?.getBoundingClientRect().top ?? 0) + 80
      const present = SETTINGS_SECTIONS.filter((id) => sectionOf(id) !== null)
      const atEnd = scroller && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2
      const passed = present.findLast((id) => (sectionOf(id)?.getBoundingClientRect().top ?? 0) <= edge)
      const scrolled = scroller && scroller.scrollTop > 0
      setHere((atEnd && scrolled ? present.at(-1) : passed) ?? present[0] ?? 'accounts')
    }
    scroller?.addEventListener('scroll', look, { passive: true })
    return () => scroller?.removeEventListener('scroll', look)
  }, [sections])

  // The list scrolls by itself if the window is low.
  useEffect(() => {
    const nav = index.current
    const link = nav?.querySelector<HTMLElement>('[aria-current]')
    if (!nav || !link) return
    const top = link.offsetTop
    nav.scrollTop = Math.max(Math.min(nav.scrollTop, top), top + link.offsetHeight - nav.clientHeight)
  }, [here])

  return (
    <nav className="settings__index" aria-label={text.sections} ref={index}>
      {GROUPS.map((group) => {
        const listed = SETTINGS_GROUPS[group].filter((id) => there.includes(id))
        if (listed.length === 0) return null
        return (
          <div key={group} role="group" aria-labelledby={`settings-group-${group}`}>
            <p className="tiny muted" id={`settings-group-${group}`}>
              {text.groups[group]}
            </p>
            {listed.map((id) => (
              <a
                key={id}
                href={`#settings-${id}`}
                aria-current={id === here ? 'true' : undefined}
                onClick={(event) => {
                  // The address bar names only a page of the application, not a section of it.
                  event.preventDefault()
                  // The page scrolls to what is on screen, so unfold first.
                  if (id === 'advanced') flushSync(() => showAdvanced(true))
                  goToSection(id)
                  setHere(id)
                }}
              >
                {text.titles[id]}
              </a>
            ))}
          </div>
        )
      })}
    </nav>
  )
}
