import { useId } from 'react'
import type { Settings } from '#shared/bridge/slices.ts'
import { environmentText, viewTitles } from '#shared/text/app.ts'
import { settingsText as text } from '#shared/text/app-settings.ts'
import { Button } from '../../design/button.tsx'
import { Kbd } from '../../design/kbd.tsx'
import { Segments, Switch } from '../../design/segments.tsx'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { openPanel } from '../../ui-state/panels.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { Page, Section } from '../frame/page.tsx'
import { DataSection } from './data-section.tsx'
import './settings-page.css'

/** Ajustes: only what works in this version. */
export function SettingsPage() {
  const { bridge } = useClient()
  const settings = useSlice('settings')
  const switchId = useId()
  const update = async (change: Partial<Settings>) => {
    const answer = await bridge.call('settings.update', change)
    if (!answer.ok) showToast(text.failed, 'failed')
  }

  return (
    <Page title={viewTitles.settings}>
      <div className="settings">
        <AccountSection />
        {settings && (
          <>
            <Section title={text.appearance}>
              <ul className="setting-rows">
                <li>
                  <b>{text.theme}</b>
                  <Segments
                    label={text.theme}
                    options={optionsOf(text.themes)}
                    value={settings.theme}
                    onChange={(theme) => void update({ theme })}
                  />
                </li>
                <li>
                  <b>{text.density}</b>
                  <Segments
                    label={text.density}
                    options={optionsOf(text.densities)}
                    value={settings.density}
                    onChange={(density) => void update({ density })}
                  />
                </li>
              </ul>
            </Section>
            <Section title={text.keyboard}>
              <ul className="setting-rows">
                <li>
                  <label htmlFor={switchId}>
                    <b>{text.singleKeys}</b>
                    <span className="small muted">{text.singleKeysHelp}</span>
                  </label>
                  <Switch
                    id={switchId}
                    on={settings.singleKeys}
                    onChange={(singleKeys) => void update({ singleKeys })}
                  />
                </li>
                <li>
                  <b>{text.seeKeys}</b>
                  <Button size="low" shortcut={<Kbd>?</Kbd>} onClick={() => openPanel('shortcuts')}>
                    {text.seeKeysAction}
                  </Button>
                </li>
              </ul>
            </Section>
          </>
        )}
        <DataSection />
      </div>
    </Page>
  )
}

function optionsOf<T extends string>(labels: Readonly<Record<T, string>>) {
  return (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }))
}

function AccountSection() {
  const profile = useSlice('profile')
  if (!profile) return null
  const demo = profile.environment === 'demo'
  return (
    <Section title={text.account}>
      <div className={`account account--${profile.environment}`}>
        <div>
          <b>{profile.name}</b>
          <span className="small muted">
            {demo ? text.accountDemo : environmentText[profile.environment].name}
          </span>
        </div>
        {demo && <span className="small muted">{text.accountDemoKey}</span>}
      </div>
      {demo && <p className="small muted settings__note">{text.accountNote}</p>}
    </Section>
  )
}
