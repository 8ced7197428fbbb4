import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { LookupView } from '#shared/bridge/lookup.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { answerForClient, answerText, lookupText, verdictText } from '#shared/text/app-lookup.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Kbd } from '../../design/kbd.tsx'
import { Notice } from '../../design/notice.tsx'
import { useClient } from '../../replica/client.ts'
import { useNow, useQuery, useSlice } from '../../replica/use-replica.ts'
import { announce } from '../../ui-state/announcer.ts'
import { focusField, setFieldText, useLookupDesk } from '../../ui-state/lookup-desk.ts'
import { useShortcuts } from '../../ui-state/shortcuts.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { Section } from '../frame/page.tsx'
import { cancelLookup, lookUp } from './lookup-actions.ts'
import { isOutOfScope } from './plate-scope.ts'
import { VerdictCard } from './verdict-card.tsx'
import { spokenVerdict, verdictFace } from './verdict-face.ts'
import { VerdictNote } from './verdict-note.tsx'
import './verdict-view.css'

const DIGITS = [...'0123456789']

/** Everything about the plate on screen: the verdict, what changed, and what to say on the phone. */
export function VerdictView({ vrm }: { vrm: string }) {
  const client = useClient()
  const view = useLookupView(vrm)
  const demo = useSlice('profile')?.environment === 'demo'
  const now = useNow(1000)
  const face = verdictFace(view, now)
  const answer = view?.latest ? answerForClient(displayPlate(vrm), view.latest, demo) : null
  useSpokenVerdict(vrm, view, now)

  const copy = async () => {
    if (answer === null) return
    try {
      await navigator.clipboard.writeText(answer)
      showToast(verdictText.copied)
    } catch {
      // The browser may refuse the clipboard; the text is on screen, ready to be selected.
      showToast(verdictText.notCopied, 'failed')
    }
  }
  const again = () => {
    if (view && !view.pending) lookUp(client, vrm, { keepText: true })
  }
  useShortcuts([
    { keys: ['c'], run: () => void copy() },
    { keys: ['r'], run: again },
    {
      keys: DIGITS,
      run: ({ key }) => {
        // The next plate begins with no extra key.
        setFieldText(key)
        focusField(false)
      },
    },
    { keys: ['Escape'], run: () => focusField() },
  ])

  const failure = view && !view.pending ? view.failed : null
  return (
    <div className="verdict-view">
      <VerdictCard
        vrm={vrm}
        view={view}
        face={face}
        onCopy={() => void copy()}
        onAgain={again}
        onCancel={() => void cancelLookup(client, vrm)}
      />
      {isOutOfScope(vrm) && (
        <Notice role="note" tone="warn" icon={<TriangleAlert className="icon" aria-hidden="true" />}>
          {lookupText.outOfScope}
        </Notice>
      )}
      {failure && (view?.latest || failure.detail) && (
        <Notice icon={<TriangleAlert className="icon" aria-hidden="true" />}>
          {view?.latest && (
            <p>
              <b>{errorTexts[failure.code].title}</b> {errorTexts[failure.code].advice}
            </p>
          )}
          {failure.detail && (
            <>
              <p className="second">{verdictText.serviceSays}</p>
              <p className="quote">{failure.detail}</p>
            </>
          )}
        </Notice>
      )}
      {view && <VerdictNote key={vrm} view={view} now={now} />}
      {answer !== null && (
        <Section
          title={answerText.title}
          aside={
            <>
              {answerText.copiedWith} <Kbd>C</Kbd>
            </>
          }
        >
          <p className="quote">{answer}</p>
        </Section>
      )}
    </div>
  )
}

/** What is known of the plate, with the refusal of the last question if the core did not even take it. */
function useLookupView(vrm: string): LookupView | undefined {
  const { data, error } = useQuery('lookup.get', { vrm })
  const refused = useLookupDesk((desk) => desk.refused)
  const failure = refused?.vrm === vrm ? refused.error : data ? null : error
  if (!failure) return data
  return { vrm, latest: null, previous: null, ...data, pending: null, failed: failure }
}

/** Says each result once: the cached one when asked, the fresh one when it comes. */
function useSpokenVerdict(vrm: string, view: LookupView | undefined, now: number) {
  const said = useRef('')
  useEffect(() => {
    if (!view) return
    const state = view.pending?.state === 'processing' ? 'asking' : view.pending?.state
    const key = [vrm, view.latest?.reportId, view.latest?.checkedAt, state, view.failed?.code].join(' ')
    if (key === said.current) return
    said.current = key
    announce(spokenVerdict(displayPlate(vrm), view, now))
  }, [vrm, view, now])
}
