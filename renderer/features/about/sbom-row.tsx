import { Download } from 'lucide-react'
import { useState } from 'react'
import type { About } from '#shared/bridge/about.ts'
import { aboutText as text } from '#shared/text/app-about.ts'
import { Button } from '../../design/button.tsx'
import { download } from '../../downloads.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { SettingRow } from '../settings/settings-filter.tsx'
import { readSbom } from './built-files.ts'

export const SBOM_WORDS = [text.sbom, text.sbomHelp, text.saveSbom]

/** Saves the software bill of materials of this edition. */
export function SbomRow({ about }: { about: About }) {
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
