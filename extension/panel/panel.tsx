import { startPage } from '../pages/page.tsx'
import './panel.css'
import { panelText as text } from '#shared/text/extension.ts'
import { Gate, Head } from '../pages/gate.tsx'
import { PageList } from './page-list.tsx'
import { usePageList } from './use-page-list.ts'

/** The side panel: the plates of a page, and their verdicts. */
function PanelApp() {
  // The hook is outside the gate: the list survives a connection that is lost and made again.
  const list = usePageList()
  return (
    <div className="panel">
      <Head title={text.title} />
      <main className="panel__main">
        <Gate>
          <PageList list={list} />
        </Gate>
      </main>
    </div>
  )
}

void startPage('panel', <PanelApp />)
