import { FileX2, MousePointerClick, ScanSearch, SearchX, Copy } from 'lucide-react'
import { panelText as text } from '#shared/text/extension.ts'
import { Button } from '#renderer/design/button.tsx'
import { Missing } from '../pages/missing.tsx'
import { PlateList } from './plate-list.tsx'
import { useState } from 'react'
import type { PanelModel, PanelState } from './panel-model.ts'
import { resultText } from './result-text.ts'
import { Progress } from './progress.tsx'
import type { PageList as List } from './use-page-list.ts'

/** What the panel shows of the page: its plates, or why there are none. */
export function PageList({ list }: { list: List }) {
  const { model, state, activeTab } = list
  const { page, scan } = state
  const scanActive = (
    <Button tone="primary" size="low" onClick={() => activeTab !== null && void model.scan(activeTab, false)}>
      {text.scanHere}
    </Button>
  )
  if (page === 'none' || page === 'not-allowed')
    return (
      <Missing
        icon={MousePointerClick}
        title={page === 'none' ? text.start : text.notAllowed}
        meaning={page === 'none' ? text.startMeaning : text.notAllowedMeaning}
      />
    )
  if (page === 'unreadable')
    return (
      <Missing icon={FileX2} title={text.unreadable} meaning={text.unreadableMeaning}>
        {activeTab !== state.tabId && scanActive}
      </Missing>
    )
  if (!scan) return null

  const isElsewhere = activeTab !== null && activeTab !== state.tabId
  return (
    <>
      {(isElsewhere || page === 'left') && (
        <div className="panel__other" role="status">
          <p className="small">
            <b>{isElsewhere ? text.other : text.left}</b> {isElsewhere ? text.otherMeaning : text.leftMeaning}
          </p>
          <div className="panel__other-actions">
            {isElsewhere && page === 'here' && (
              <Button
                size="low"
                onClick={() => state.tabId !== null && void chrome.tabs.update(state.tabId, { active: true })}
              >
                {text.back}
              </Button>
            )}
            <Button
              size="low"
              tone="plain"
              icon={ScanSearch}
              onClick={() => activeTab !== null && void model.scan(activeTab, false)}
            >
              {isElsewhere ? text.scanHere : text.scanAgain}
            </Button>
          </div>
        </div>
      )}
      {scan.plates.length === 0 && scan.state !== 'scanning' ? (
        <Nothing pdfs={scan.unread.pdfs} frames={scan.unread.frames} />
      ) : (
        <>
          <Progress model={model} state={state} />
          <PlateList model={model} state={state} />
          <PanelFoot model={model} state={state} />
        </>
      )}
    </>
  )
}

function Nothing({ pdfs, frames }: { pdfs: number; frames: number }) {
  return (
    <Missing
      icon={SearchX}
      title={text.none}
      meaning={
        <>
          <p>{pdfs > 0 ? text.pdf : text.noneMeaning}</p>
          {frames > 0 && <p>{text.frames(frames)}</p>}
        </>
      }
    />
  )
}

function PanelFoot({ model, state }: { model: PanelModel; state: PanelState }) {
  const [copied, setCopied] = useState<{ failed: boolean; of: string } | null>(null)
  const result = resultText(state.scan?.plates ?? [], state.summaries)
  const copy = () =>
    navigator.clipboard.writeText(result).then(
      () => setCopied({ failed: false, of: result }),
      () => setCopied({ failed: true, of: result }),
    )
  // Of what was copied: a verdict that came later is not in it.
  const isCopied = copied !== null && !copied.failed && copied.of === result
  return (
    <footer className="panel__foot">
      <Button size="low" icon={Copy} onClick={() => void copy()}>
        {isCopied ? text.copied : text.copy}
      </Button>
      <span className={copied?.failed ? 'small panel__failed' : 'visually-hidden'} role="status">
        {copied?.failed ? text.notCopied : isCopied ? text.copied : ''}
      </span>
      <Button className="panel__clear" tone="plain" size="low" onClick={() => model.clear()}>
        {text.clear}
      </Button>
    </footer>
  )
}
