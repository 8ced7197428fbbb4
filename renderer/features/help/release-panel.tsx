import { releasePanelText as text, releases } from '#shared/text/frame.ts'
import { Button } from '../../design/button.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { closePanel } from '../../ui-state/panels.ts'
import '../frame/panels.css'

/** What each version brought, the latest first. */
export const ReleasePanel = () => (
  <TitledDialog
    title={text.title}
    onClose={closePanel}
    actions={
      <Button data-safe onClick={closePanel}>
        {text.close}
      </Button>
    }
  >
    {releases.map(({ version, points }) => (
      <section key={version} className="release">
        <h3>{text.version(version)}</h3>
        <ul>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </section>
    ))}
  </TitledDialog>
)
