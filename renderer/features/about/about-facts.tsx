import { Copy } from 'lucide-react'
import type { About } from '#shared/bridge/about.ts'
import { aboutAsText, aboutFacts, aboutText as text } from '#shared/text/app-about.ts'
import { Button } from '../../design/button.tsx'
import { showToast } from '../../ui-state/toasts.ts'
import { useFound } from '../settings/settings-filter.tsx'
import { browserName } from './browser-name.ts'
import './about.css'

export const FACT_WORDS = [...Object.values(text.labels), text.copy, text.more, text.search]

/** Version, edition and places, to read and to paste for support. */
export function AboutFacts({ about }: { about: About }) {
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
