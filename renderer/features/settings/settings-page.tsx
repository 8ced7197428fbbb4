import { useEffect, useRef, useState } from 'react'
import { viewTitles } from '#shared/text/app.ts'
import { settingsText as text } from '#shared/text/app-settings.ts'
import { Button } from '../../design/button.tsx'
import { SearchField } from '../../design/search-field.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { arrived, useSettingsState } from '../../ui-state/settings-state.ts'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { AboutSection } from '../about/about-section.tsx'
import { AccountsSection } from '../accounts/accounts-section.tsx'
import { ExtensionSection } from '../extension/extension-section.tsx'
import { ManagedSection } from '../managed-settings/managed-section.tsx'
import { Page } from '../frame/page.tsx'
import { RelaySection } from '../relay/relay-section.tsx'
import { TrainingSection } from '../training/training-section.tsx'
import { UpdatesSection } from '../updates/updates-section.tsx'
import { AdvancedSection } from './advanced-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { AuditSection } from './audit-section.tsx'
import { BackupSection } from './backup-section.tsx'
import { ClientTextsSection } from './client-texts-section.tsx'
import { DataSection } from './data-section.tsx'
import { DemoSection } from './demo-section.tsx'
import { DiagnosisSection } from './diagnosis-section.tsx'
import { KeyboardSection } from './keyboard-section.tsx'
import { LimitsSection } from './limits-section.tsx'
import { LockSection } from './lock-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { PersonSection } from './person-section.tsx'
import { QuickLookupSection } from './quick-lookup-section.tsx'
import { RetentionSection } from './retention-section.tsx'
import { SendingSection } from './sending-section.tsx'
import { FindContext, SettingsSection } from './settings-filter.tsx'
import { SettingsIndex, goToSection } from './settings-index.tsx'
import { WindowSection } from './window-section.tsx'
import { accountWords } from './setting-words.ts'
import './settings-page.css'

/** Ajustes: an index at the left, every section in one page, and a search that filters them. */
export function SettingsPage() {
  const [query, setQuery] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const sections = useRef<HTMLDivElement>(null)
  const account = useSlice('profile')?.id
  const accounts = useSlice('accounts')
  const goTo = useSettingsState((state) => state.goTo)
  const hint = useKeyHint()
  useShortcuts({ 'settings.search': () => search.current?.focus() })

  const loaded = account !== undefined
  useEffect(() => {
    if (!goTo || !loaded) return
    setQuery('')
    arrived()
    // After the cleared search shows the section again.
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
            <SettingsSection id="accounts" rows={accountWords(accounts ?? [])}>
              <AccountsSection />
            </SettingsSection>
            <DemoSection />
            <TrainingSection />
            <QuickLookupSection />
            <ExtensionSection />
            <NotificationsSection />
            <AppearanceSection />
            <WindowSection />
            <KeyboardSection />
            <SendingSection />
            <ClientTextsSection key={`texts ${account}`} />
            <LockSection />
            <RelaySection key={`relay ${account}`} />
            <DataSection />
            <RetentionSection />
            {/* Remounted for each account: typed values belong to the other one. */}
            <BackupSection key={`backup ${account}`} />
            <AuditSection key={`audit ${account}`} />
            <PersonSection key={`person ${account}`} />
            <UpdatesSection />
            <LimitsSection key={`limits ${account}`} />
            <AdvancedSection key={`advanced ${account}`} />
            <ManagedSection />
            <DiagnosisSection key={`diagnosis ${account}`} />
            <AboutSection />
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
