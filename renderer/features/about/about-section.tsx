import { useCallback, useEffect, useState } from 'react'
import type { About } from '#shared/bridge/about.ts'
import { aboutText as text } from '#shared/text/app-about.ts'
import { Button } from '../../design/button.tsx'
import { later } from '../../design/later.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { FailedNotice } from '../frame/task-notice.tsx'
import { SettingRow, SettingsSection } from '../settings/settings-filter.tsx'
import { AboutFacts, FACT_WORDS } from './about-facts.tsx'
import { SBOM_WORDS, SbomRow } from './sbom-row.tsx'

const LicencesDialog = later(async () => (await import('./licences-dialog.tsx')).LicencesDialog)
const LICENCES = [text.licences, text.licencesHelp, text.seeLicences, text.search]

/** Ajustes › Acerca de: what runs here, and of whom it is made. */
export function AboutSection() {
  const { about, error, again } = useAbout()
  const [open, setOpen] = useState(false)
  // Its title is there at once: it may be what was asked for.
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
