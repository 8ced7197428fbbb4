import { useCallback, useEffect, useState } from 'react'
import { Copy, Download } from 'lucide-react'
import type { About } from '#shared/bridge/updates.ts'
import { aboutText as text, aboutAsText, aboutFacts } from '#shared/text/about.ts'
import { Button } from '../../design/button.tsx'
import { later } from '../../design/later.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../app/toasts.ts'
import { download } from '../../bridge.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import { SettingRow, SettingsSection, useFound } from '../../app/setting-rows.tsx'
import { readSbom } from './built-files.ts'
import './about.css'

const LicencesDialog = later(async () => (await import('./licences-dialog.tsx')).LicencesDialog)
const LICENCES = [text.licences, text.licencesHelp, text.seeLicences, text.search]

/** Section *Ajustes › Acerca de*: facts of this installation, the licences of its components, and its SBOM. */
export function AboutSection() {
  const { about, error, again } = useAbout()
  const [open, setOpen] = useState(false)
  // Show the title before the data arrive: the user may have asked for this section.
  return (
    <SettingsSection id="about" rows={[FACT_WORDS, LICENCES, SBOM_WORDS]}>
      {about && <AboutFacts about={about} />}
      {error && (
        <div className="about">
          <FailedNotice error={error} />
          <div className="about__foot">
            <Button size="low" onClick={again}>
              {text.again}
            </Button>
          </div>
        </div>
      )}
      <ul className="setting-rows">
        <SettingRow words={LICENCES} title={text.licences} help={text.licencesHelp}>
          <Button size="low" aria-disabled={!about || undefined} onClick={() => setOpen(true)}>
            {text.seeLicences}
          </Button>
        </SettingRow>
        {about && <SbomRow about={about} />}
      </ul>
      {about && open && <LicencesDialog edition={about.host} onClose={() => setOpen(false)} />}
    </SettingsSection>
  )
}

function useAbout() {
  const { bridge } = useClient()
  const { task, run } = useOnce<'read'>()
  const [about, setAbout] = useState<About | null>(null)
  const read = useCallback(async () => {
    const done = await run('read', () => bridge.call('about.read', {}))
    if (done) setAbout(done.value)
  }, [bridge, run])
  useEffect(() => void read(), [read])
  return { about, error: task.state === 'failed' ? task.error : null, again: () => void read() }
}

const FACT_WORDS = [...Object.values(text.labels), text.copy, text.more, text.search]

/** Version, edition and places, to read and to paste for support. */
function AboutFacts({ about }: { about: About }) {
  const facts = aboutFacts(about, browserName(navigator))
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(aboutAsText(facts))
      showToast(text.copied)
    } catch {
      showToast(text.notCopied, 'failed')
    }
  }
  if (!useFound(FACT_WORDS)) return null
  return (
    <div className="about">
      <dl className="about__facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="about__foot">
        <Button size="low" icon={Copy} onClick={() => void copy()}>
          {text.copy}
        </Button>
        <p className="small second">{text.more}</p>
      </div>
    </div>
  )
}

const SBOM_WORDS = [text.sbom, text.sbomHelp, text.saveSbom]

/** Saves the software bill of materials of this edition. */
function SbomRow({ about }: { about: About }) {
  const [saving, setSaving] = useState(false)
  const save = async () => {
    if (saving) return
    setSaving(true)
    try {
      download(await readSbom(about.host), text.sbomFile(about.version))
      showToast(text.sbomSaved)
    } catch {
      showToast(text.sbomFailed, 'failed')
    }
    setSaving(false)
  }
  return (
    <SettingRow words={SBOM_WORDS} title={text.sbom} help={text.sbomHelp}>
      <Button size="low" icon={Download} aria-disabled={saving || undefined} onClick={() => void save()}>
        {saving ? text.saving : text.saveSbom}
      </Button>
    </SettingRow>
  )
}

interface Brand {
  brand: string
  version: string
}

/** Facts that a browser reports. Only Chromium-based browsers report brands. */
type BrowserFacts = Pick<Navigator, 'userAgent'> & { userAgentData?: { brands: readonly Brand[] } }

/** Order matters: the user agent of Edge also names Chrome and Safari, and that of Chrome names Safari. */
const AGENTS: readonly (readonly [RegExp, string])[] = [
  [/Firefox\/([\d.]+)/, 'Firefox'],
  [/Edg\/([\d.]+)/, 'Edge'],
  [/Chrome\/([\d.]+)/, 'Chrome'],
  [/Version\/([\d.]+).*Safari/, 'Safari'],
]

/** Name and version of the browser, «Google Chrome 143»; `null` if it does not say. */
export function browserName({ userAgent, userAgentData }: BrowserFacts): string | null {
  // Chromium adds an invented brand, so that no site depends on a fixed list.
  const brands = userAgentData?.brands.filter(({ brand }) => !/not.?a.?brand/i.test(brand)) ?? []
  const brand = brands.find((one) => one.brand !== 'Chromium') ?? brands[0]
  if (brand) return `${brand.brand} ${brand.version}`
  for (const [pattern, name] of AGENTS) {
    const version = pattern.exec(userAgent)?.[1]
    if (version !== undefined) return `${name} ${version}`
  }
  return null
}
