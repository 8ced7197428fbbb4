import { useEffect, useId, useState } from 'react'
import type { DesktopFacts } from '#shared/bridge/desktop.ts'
import { switchWords } from '#shared/text/setting-texts.ts'
import { operatorNameText, windowText, settingsText } from '#shared/text/settings.ts'
import { Segments, Switch } from '../../design/choices.tsx'
import { useClient } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { Button } from '../../design/button.tsx'
import { useKeyHint } from '../../app/key-hints.tsx'
import { openHelp, openPanel } from '../../app/panel-state.ts'
import { OfficeNotKept, SettingSwitch } from '../../app/setting-controls.tsx'
import { SettingProblem, SettingRow, SettingsSection } from '../../app/setting-rows.tsx'
import { TypedValue } from '../../design/typed-value.tsx'
import { useOffice, useSettings } from '../../app/use-settings.ts'
import '../../app/setting-sections.css'

const CLOSE = [windowText.onClose, windowText.search, ...Object.values(windowText.onCloseOptions)]
const START = [windowText.sessionStart, windowText.sessionStartHelp, windowText.search]

/** Settings of the window, and of the start with the session. Absent if the application is not installed. */
export function WindowSection() {
  const { queries } = useClient()
  const { data: desktop } = useQuery('desktop.get', {})
  const shown = desktop != null
  // Refetch on focus: the user may come back from the system's settings.
  useEffect(() => {
    if (!shown) return
    const again = () => queries.refetch('desktop.get')
    addEventListener('focus', again)
    return () => removeEventListener('focus', again)
  }, [queries, shown])
  if (!desktop) return null
  return (
    <SettingsSection id="window" rows={desktop.wayBack === null ? [START] : [CLOSE, START]}>
      <ul className="setting-rows">
        {desktop.wayBack !== null && <CloseRow wayBack={desktop.wayBack} />}
        <SessionStartRow state={desktop.sessionStart} />
      </ul>
    </SettingsSection>
  )
}

function CloseRow({ wayBack }: { wayBack: NonNullable<DesktopFacts['wayBack']> }) {
  const { settings, update } = useSettings()
  if (!settings) return null
  return (
    <SettingRow words={CLOSE} title={windowText.onClose} help={windowText.onCloseHelp[wayBack]}>
      {/* A window that cannot hide has no choice. */}
      {wayBack !== 'none' && (
        <Segments
          label={windowText.onClose}
          options={[
            { value: 'hide', label: windowText.onCloseOptions[wayBack] },
            { value: 'quit', label: windowText.onCloseOptions.quit },
          ]}
          value={settings.window.onClose}
          onChange={(onClose) => update({ window: { onClose } })}
        />
      )}
    </SettingRow>
  )
}

function SessionStartRow({ state }: { state: DesktopFacts['sessionStart'] }) {
  const { bridge, queries } = useClient()
  const id = useId()
  const [refused, setRefused] = useState(false)
  if (state === 'unavailable')
    return (
      <SettingRow words={START} title={windowText.sessionStart} help={windowText.sessionStartUnavailable} />
    )
  const change = async (on: boolean) => {
    const answer = await queries.take('desktop.get', {}, () =>
      bridge.call('desktop.start-with-session', { on }),
    )
    setRefused(answer.ok && on && answer.value?.sessionStart === 'blocked')
    if (!answer.ok) sayFailed(answer.error)
  }
  return (
    <SettingRow
      words={START}
      title={windowText.sessionStart}
      help={state === 'blocked' ? windowText.sessionStartBlocked : windowText.sessionStartHelp}
      control={id}
      under={
        refused &&
        state === 'blocked' && <SettingProblem>{windowText.sessionStartStillBlocked}</SettingProblem>
      }
    >
      <Switch id={id} on={state === 'on'} onChange={change} />
    </SettingRow>
  )
}

const THEME = [settingsText.theme, ...Object.values(settingsText.themes)]
const DENSITY = [settingsText.density, ...Object.values(settingsText.densities)]

export function AppearanceSection() {
  const { settings, update } = useSettings()
  if (!settings) return null
  return (
    <SettingsSection id="appearance" rows={[THEME, DENSITY, switchWords('screens.hideNames')]}>
      <ul className="setting-rows">
        <SettingRow words={THEME} title={settingsText.theme}>
          <Segments
            label={settingsText.theme}
            options={optionsOf(settingsText.themes)}
            value={settings.theme}
            onChange={(theme) => update({ theme })}
          />
        </SettingRow>
        <SettingRow words={DENSITY} title={settingsText.density}>
          <Segments
            label={settingsText.density}
            options={optionsOf(settingsText.densities)}
            value={settings.density}
            onChange={(density) => update({ density })}
          />
        </SettingRow>
        <SettingSwitch of="screens.hideNames" />
      </ul>
    </SettingsSection>
  )
}

function optionsOf<T extends string>(labels: Readonly<Record<T, string>>) {
  return (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }))
}

const OPERATOR = [operatorNameText.name, operatorNameText.help, operatorNameText.search]

/** Name of the person who works on this PC, for the audit record. */
export function OperatorSection() {
  const office = useOffice()
  if (!office) return null
  return (
    <SettingsSection id="operator" rows={[OPERATOR]}>
      <ul className="setting-rows">
        <SettingRow
          words={OPERATOR}
          title={operatorNameText.name}
          help={operatorNameText.help}
          under={<OfficeNotKept office={office} where="operator" />}
        >
          <div className="office-operator">
            <TypedValue
              label={operatorNameText.name}
              inputMode="text"
              length={100}
              value={office.settings.operator}
              write={(value) => value}
              read={(typed) => ({ value: typed.trim() })}
              problemId={undefined}
              onProblem={() => undefined}
              onChange={(operator) => office.update('operator', { operator })}
            />
          </div>
        </SettingRow>
      </ul>
    </SettingsSection>
  )
}

const SEE = [settingsText.seeKeys, 'atajos']
const HELP = [settingsText.seeHelp, settingsText.seeHelpAction]
const RELEASES = [settingsText.seeReleases, 'versión']

export function KeyboardSection() {
  const hint = useKeyHint()
  return (
    <SettingsSection id="keyboard" rows={[switchWords('screens.singleKeys'), SEE, HELP, RELEASES]}>
      <ul className="setting-rows">
        <SettingSwitch of="screens.singleKeys" />
        <SettingRow words={SEE} title={settingsText.seeKeys}>
          <Button size="low" {...hint('sheet')} onClick={() => openPanel('shortcuts')}>
            {settingsText.seeKeysAction}
          </Button>
        </SettingRow>
        <SettingRow words={HELP} title={settingsText.seeHelp}>
          <Button size="low" {...hint('help')} onClick={() => openHelp(null)}>
            {settingsText.seeHelpAction}
          </Button>
        </SettingRow>
        <SettingRow words={RELEASES} title={settingsText.seeReleases}>
          <Button
            size="low"
            aria-label={`${settingsText.seeReleasesAction}: ${settingsText.seeReleases}`}
            onClick={() => openPanel('releases')}
          >
            {settingsText.seeReleasesAction}
          </Button>
        </SettingRow>
      </ul>
    </SettingsSection>
  )
}
